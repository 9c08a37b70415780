// SPDX-License-Identifier: MIT
#include "kernels/slices/cluster_counts.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <numeric>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "kernel/counts/gather.h"
#include "kernel/counts/runs.h"

namespace dhgak {
namespace {

void require_fit(const Clustering& clustering, std::size_t num_points) {
    if (clustering.cluster_of.size() != num_points)
        throw InputError(fmt::format("{} cluster numbers for {} points",
                                     clustering.cluster_of.size(), num_points));
    for (const std::int32_t cluster : clustering.cluster_of)
        if (cluster < kNoCluster || cluster >= clustering.num_clusters)
            throw InputError(fmt::format("cluster number {} is outside [0, {})", cluster,
                                         clustering.num_clusters));
}

// By clustering: its share in the kernel.
std::vector<double> shares_of(const HopAlignment& hop) {
    const double sum =
        std::accumulate(hop.clustering_weights.begin(), hop.clustering_weights.end(), 0.0);
    std::vector<double> shares;
    for (const float weight : hop.clustering_weights)
        shares.push_back(static_cast<double>(weight) / sum);
    return shares;
}

std::size_t num_clusters(const HopAlignment& hop) {
    std::size_t number = 0;
    for (const Clustering& clustering : hop.clusterings)
        number += static_cast<std::size_t>(clustering.num_clusters);
    return number;
}

void require_fit(const HopAlignment& hop, std::size_t num_nodes) {
    if (hop.point_of_node.size() != num_nodes)
        throw InputError(
            fmt::format("{} aligned slices for {} nodes", hop.point_of_node.size(), num_nodes));
    const std::size_t num_points = hop.clusterings.front().cluster_of.size();
    for (const Clustering& clustering : hop.clusterings) require_fit(clustering, num_points);
    if (std::ranges::any_of(hop.point_of_node, [&](auto point) { return point >= num_points; }))
        throw InputError(fmt::format("a slice lies on none of the {} points", num_points));
}

// Those of some nodes in their clusters.
void count_slices(const HopAlignment& hop, std::span<const double> shares,
                  std::span<const std::uint32_t> point_of_node, std::vector<KindCount>& kinds) {
    std::vector<std::int32_t> clusters;
    std::uint32_t first_column = 0;
    for (std::size_t k = 0; k < hop.clusterings.size(); ++k) {
        const Clustering& clustering = hop.clusterings[k];
        clusters.clear();
        for (const std::uint32_t point : point_of_node) {
            const std::int32_t cluster = clustering.cluster_of[point];
            if (cluster == kNoCluster)
                kinds.push_back({.column = kNoColumn, .count = 1, .weight = shares[k]});
            else
                clusters.push_back(cluster);
        }
        std::ranges::sort(clusters);
        for_each_run(clusters, [&](std::int32_t cluster, std::size_t count) {
            kinds.push_back({.column = first_column + static_cast<std::uint32_t>(cluster),
                             .count = static_cast<double>(count)});
        });
        first_column += static_cast<std::uint32_t>(clustering.num_clusters);
    }
}

}  // namespace

std::vector<double> cluster_weights(const HopAlignment& hop) {
    std::vector<double> weights;
    const std::vector<double> shares = shares_of(hop);
    for (std::size_t k = 0; k < hop.clusterings.size(); ++k)
        weights.insert(weights.end(), static_cast<std::size_t>(hop.clusterings[k].num_clusters),
                       shares[k]);
    return weights;
}

GraphCounts count_clusters(const HopAlignment& hop, std::span<const std::size_t> node_offsets) {
    assert(!node_offsets.empty());
    assert(hop.clusterings.size() == hop.clustering_weights.size());
    const std::size_t num_graphs = node_offsets.size() - 1;
    if (!hop.clusterings.empty() && num_graphs > 0) require_fit(hop, node_offsets.back());
    const std::vector<double> shares = shares_of(hop);
    GraphCounts result = gather_counts(
        num_graphs, num_clusters(hop), [&](std::size_t g, std::vector<KindCount>& kinds) {
            if (hop.clusterings.empty()) return;
            count_slices(hop, shares,
                         std::span(hop.point_of_node)
                             .subspan(node_offsets[g], node_offsets[g + 1] - node_offsets[g]),
                         kinds);
        });
    // A slice counts once in a graph's size, though each clustering counts it.
    for (std::size_t g = 0; g < num_graphs; ++g)
        result.sizes[g] = node_offsets[g + 1] - node_offsets[g];
    return result;
}

SparseMatrix clusters_of_nodes(const HopAlignment& hop, std::size_t num_nodes) {
    SparseMatrix rows;
    rows.num_cols = num_clusters(hop);
    for (std::size_t v = 0; v < num_nodes; ++v) {
        std::int32_t first_column = 0;
        for (const Clustering& clustering : hop.clusterings) {
            const std::int32_t cluster = clustering.cluster_of[hop.point_of_node[v]];
            if (cluster != kNoCluster) {
                rows.columns.push_back(first_column + cluster);
                rows.values.push_back(1);
            }
            first_column += clustering.num_clusters;
        }
        rows.row_offsets.push_back(static_cast<std::int64_t>(rows.columns.size()));
    }
    return rows;
}

}  // namespace dhgak
