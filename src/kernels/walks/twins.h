// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "dhgak/graph/dataset.h"

namespace dhgak {

// By node: the first of its twins, which may be itself. Twins have the same neighbours, or the same
// but for each other: leaves of one hub, members of a clique that know nobody else. Exchanging
// them changes nothing in a graph without labels.
std::vector<std::uint32_t> first_twins(const Graph& graph);

}  // namespace dhgak
