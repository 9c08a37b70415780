// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dhgak/graph/dataset.h"
#include "kernels/paths/triple_columns.h"

namespace dhgak {

// The unordered pairs of nodes of a graph that a path joins, by the labels of both and the number
// of edges of the shortest path: each kind once.
//
//   labels   by node, as the training graphs know them; kUnseenColor where they do not
//   longest  pairs farther apart are left out
//
// Nodes of unknown labels are told apart by the labels that their own dataset gives them.
// Searches from 64 nodes at once: time about nodes/64 x (diameter x nodes + arcs) and more, memory
// linear.
std::vector<TripleCount> count_paths(const Graph& graph, std::span<const std::uint32_t> labels,
                                     std::uint32_t longest);

}  // namespace dhgak
