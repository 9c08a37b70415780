// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dhgak/graph/dataset.h"

namespace dhgak {

// Graphs that lose their edges step by step: an edge weighs as much as the larger degree of its
// ends, and step j keeps the edges from the j-th threshold on.

// Up to `count` thresholds, descending: the smallest weights of the clusters into which the weights
// of the graphs' edges fall, each weight once for each graph that has it. Clusters are those of
// least squares, found exactly. None where there are no edges.
std::vector<std::uint32_t> filtration_thresholds(const Dataset& graphs, std::size_t count);

// The steps of each graph one after another: graph g is [g * steps, (g + 1) * steps), whose last
// has all edges, whatever they weigh. Without thresholds there is that one step. Node and edge
// labels stay.
Dataset filtrations(const Dataset& graphs, std::span<const std::uint32_t> thresholds);

}  // namespace dhgak
