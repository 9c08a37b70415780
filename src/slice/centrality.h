// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "dhgak/graph/dataset.h"

namespace dhgak {

// The eigenvector centrality of each node of a graph: the dominant eigenvector of its connected
// component, scaled so that the component's largest value is 1. A lone node has 1.
//
// Ties are real. Values less than one part in 10^9 apart count as equal and are given as the same
// number, so symmetric nodes tie whatever the rounding did. (Rounding each value to nine digits
// would part equal values that happen to lie on both sides of a rounding border.) Small values far
// from the core of their component are as accurate, in relative terms, as large ones, down to
// about 1e-290, below which all are equal.
//
// Components whose factorisation would not fit in memory are left to power iteration, which may end
// before it has converged; `converged`, if given, tells.
std::vector<double> eigenvector_centrality(const Graph& graph, bool* converged = nullptr);

// By node: its place in the order by centrality descending, ties by label ascending, then by node
// number.
std::vector<std::uint32_t> rank_nodes(const Graph& graph, bool* converged = nullptr);

}  // namespace dhgak
