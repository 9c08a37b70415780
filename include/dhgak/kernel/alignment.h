// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dhgak/align/aligner.h"
#include "dhgak/core/stopwatch.h"
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
// method runs once and counts T times. All clusterings run side by side. Hops before
// `options.first_hop` stay empty.
std::vector<HopAlignment> align_hops(std::span<const HopPoints> hops, std::size_t num_graphs,
                                     const AlignOptions& options);

// How many of the clusterings did not converge.
std::size_t count_unfinished(std::span<const HopAlignment> hops);

// Puts the points of other graphs into the clusters that `align_hops` made of the first ones, hop
// by hop and clustering by clustering.
std::vector<HopAlignment> assign_hops(std::span<const HopAlignment> fitted,
                                      std::span<const HopPoints> hops, const AlignOptions& options);

// From graphs to points x_h(v): cuts, embeds and accumulates, one HopPoints per hop. Time goes to
// the stages slice and embed. A dataset without nodes has empty hops.
std::vector<HopPoints> embed_slices(const Dataset& dataset, const AlignOptions& options,
                                    StageTimes& times);

// From graphs to aligned slices: cuts, embeds, accumulates and clusters, one HopAlignment per hop.
// Time goes to the stages slice, embed and align. A dataset without nodes has empty hops. Says once
// in the log how many clusterings did not converge.
std::vector<HopAlignment> align_slices(const Dataset& dataset, const AlignOptions& options,
                                       StageTimes& times);

// How many slices of each graph lie in each cluster; the clusterings' columns sit side by side.
struct ClusterCounts {
    SparseMatrix counts;                 // graphs x clusters
    std::vector<double> column_weights;  // by column: its clustering's, which sum to 1
};

// A point in no cluster is aligned with nothing and not counted.
// Throws InputError if a clustering does not fit the points.
ClusterCounts count_clusters(const HopAlignment& hop, std::span<const std::size_t> node_offsets);

}  // namespace dhgak
