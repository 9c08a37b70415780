// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dhgak/align/aligner.h"
#include "dhgak/embed/hierarchy.h"
#include "dhgak/graph/dataset.h"
#include "dhgak/kernel/kernel.h"
#include "dhgak/kernel/sparse_matrix.h"

namespace dhgak {

// How one hop's slices are grouped by every method and experiment.
struct HopAlignment {
    std::vector<std::uint32_t> point_of_node;  // by node of the dataset
    std::vector<Clustering> clusterings;       // of the points
    std::vector<float> clustering_weights;     // by clustering: how many experiments it stands for
};

// Clusters the points of every hop by every method of Psi, T times each (Eq. 3). A deterministic
// method runs once and counts T times. All clusterings run side by side.
std::vector<HopAlignment> align_hops(std::span<const HopPoints> hops, std::size_t num_graphs,
                                     const AlignOptions& options);

// How many slices of each graph lie in each cluster; the clusterings' columns sit side by side.
struct ClusterCounts {
    SparseMatrix counts;                 // graphs x clusters
    std::vector<double> column_weights;  // by column: weight of its clustering, summing to 1
};

ClusterCounts count_clusters(const HopAlignment& hop, std::span<const std::size_t> node_offsets);

}  // namespace dhgak
