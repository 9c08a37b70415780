// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "align/alignment.h"
#include "kernel/counts/counts.h"

namespace dhgak {

// How many slices of each graph lie in each cluster; the clusterings' columns sit side by side. A
// slice in no cluster is aligned with nothing, not even with its like.
// Throws InputError if a clustering does not fit the points.
GraphCounts count_clusters(const HopAlignment& hop, std::span<const std::size_t> node_offsets);

// The same by node: a row has a 1 for each clustering that has the node's slice in a cluster.
SparseMatrix clusters_of_nodes(const HopAlignment& hop, std::size_t num_nodes);

// By column: the weight of its clustering; those of the clusterings sum up to 1.
std::vector<double> cluster_weights(const HopAlignment& hop);

}  // namespace dhgak
