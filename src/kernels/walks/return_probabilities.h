// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "dhgak/graph/dataset.h"
#include "kernel/pairs.h"

namespace dhgak {

// By node and step 1..steps: the chance that a walk which starts there is there again after that
// many steps. A walk stays or goes to one of the neighbours, each with the same chance.
//
// Takes steps / 2 x nodes x (nodes + arcs) of a graph, where twins (twins.h) count as one: no
// eigenvalues are needed, since the walk of 2k steps is two walks of k steps that meet. Throws
// Error when time is over.
std::vector<double> return_probabilities(const Graph& graph, std::size_t steps,
                                         const TimeLimit& limit = {});

}  // namespace dhgak
