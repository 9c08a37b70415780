// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "dhgak/kernel/kernel.h"
#include "dhgak/matrix/gram.h"
#include "embed/hierarchy.h"
#include "kernel/pairs.h"

namespace dhgak {

// At most how many numbers one distance takes while it is computed; as many threads as there are
// work at a time, but rarely all on the largest graphs.
double numbers_of_transport(const GraphSizes& graphs);

// The 1-Wasserstein distance of each pair of graphs, whose nodes stand on `points`, which are
// finite.
std::vector<double> pair_distances(const HopPoints& points,
                                   std::span<const std::size_t> node_offsets,
                                   const GraphPairs& pairs, Allowance& allowance);

// The same from each of `others` (rows) to each training graph (columns); infinite where one of
// them has no nodes.
CrossGram cross_distances(const HopPoints& others, std::span<const std::size_t> other_offsets,
                          const HopPoints& training, std::span<const std::size_t> training_offsets,
                          Allowance& allowance);

}  // namespace dhgak
