// SPDX-License-Identifier: MIT
#include "kernel/slices/cluster_counts.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/core/parallel.h"

namespace dhgak {
namespace {

constexpr std::size_t kCountedGraphs = 64;

void require_fit(const Clustering& clustering, std::size_t num_points) {
    if (clustering.cluster_of.size() != num_points)
        throw InputError(fmt::format("{} cluster numbers for {} points",
                                     clustering.cluster_of.size(), num_points));
    for (const std::int32_t cluster : clustering.cluster_of)
        if (cluster < kNoCluster || cluster >= clustering.num_clusters)
            throw InputError(fmt::format("cluster number {} is outside [0, {})", cluster,
                                         clustering.num_clusters));
}

// The rows of one block of graphs.
struct RowBlock {
    std::vector<std::int64_t> row_sizes;
    std::vector<std::int32_t> columns;
    std::vector<double> values;
    std::vector<Unmatched> unmatched;
};

// By clustering: its share in the kernel.
std::vector<double> shares_of(const HopAlignment& hop) {
    const double sum =
        std::accumulate(hop.clustering_weights.begin(), hop.clustering_weights.end(), 0.0);
    std::vector<double> shares;
    for (const float weight : hop.clustering_weights)
        shares.push_back(static_cast<double>(weight) / sum);
    return shares;
}

RowBlock count_graphs(const HopAlignment& hop, std::span<const double> shares,
                      std::span<const std::size_t> node_offsets) {
    RowBlock block;
    std::vector<std::int32_t> clusters;
    for (std::size_t g = 0; g + 1 < node_offsets.size(); ++g) {
        const std::size_t entries_before = block.columns.size();
        std::int32_t first_column = 0;
        double unmatched = 0;
        for (std::size_t k = 0; k < hop.clusterings.size(); ++k) {
            const Clustering& clustering = hop.clusterings[k];
            clusters.clear();
            for (std::size_t v = node_offsets[g]; v < node_offsets[g + 1]; ++v) {
                const std::int32_t cluster = clustering.cluster_of[hop.point_of_node[v]];
                if (cluster != kNoCluster) clusters.push_back(cluster);
            }
            std::ranges::sort(clusters);
            for (auto run = clusters.begin(); run != clusters.end();) {
                const auto run_end = std::upper_bound(run, clusters.end(), *run);
                block.columns.push_back(first_column + *run);
                block.values.push_back(static_cast<double>(run_end - run));
                run = run_end;
            }
            first_column += clustering.num_clusters;
            const std::size_t num_slices = node_offsets[g + 1] - node_offsets[g];
            unmatched += shares[k] * static_cast<double>(num_slices - clusters.size());
        }
        block.unmatched.push_back({.count = unmatched, .squares = unmatched});
        block.row_sizes.push_back(static_cast<std::int64_t>(block.columns.size() - entries_before));
    }
    return block;
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
    GraphCounts result;
    const std::size_t num_graphs = node_offsets.size() - 1;
    for (std::size_t g = 0; g < num_graphs; ++g)
        result.sizes.push_back(node_offsets[g + 1] - node_offsets[g]);
    std::size_t num_columns = 0;
    for (const Clustering& clustering : hop.clusterings)
        num_columns += static_cast<std::size_t>(clustering.num_clusters);
    if (num_columns > std::numeric_limits<std::int32_t>::max())
        throw Error(fmt::format("one hop has {} clusters, more than a 32-bit number can count",
                                num_columns));
    SparseMatrix& counts = result.counts;
    counts.num_cols = num_columns;
    if (hop.clusterings.empty() || node_offsets.back() == node_offsets.front()) {
        counts.row_offsets.assign(node_offsets.size(), 0);
        return result;
    }
    if (hop.point_of_node.size() != node_offsets.back())
        throw InputError(fmt::format("{} aligned slices for {} nodes", hop.point_of_node.size(),
                                     node_offsets.back()));
    const std::size_t num_points = hop.clusterings.front().cluster_of.size();
    for (const Clustering& clustering : hop.clusterings) require_fit(clustering, num_points);
    if (std::ranges::any_of(hop.point_of_node, [&](auto point) { return point >= num_points; }))
        throw InputError(fmt::format("a slice lies on none of the {} points", num_points));

    const std::vector<double> shares = shares_of(hop);
    std::vector<RowBlock> blocks((num_graphs + kCountedGraphs - 1) / kCountedGraphs);
    parallel_blocks(num_graphs, kCountedGraphs, [&](std::size_t begin, std::size_t end) {
        blocks[begin / kCountedGraphs] =
            count_graphs(hop, shares, node_offsets.subspan(begin, end - begin + 1));
    });
    for (const RowBlock& block : blocks) {
        for (const std::int64_t size : block.row_sizes)
            counts.row_offsets.push_back(counts.row_offsets.back() + size);
        counts.columns.insert(counts.columns.end(), block.columns.begin(), block.columns.end());
        counts.values.insert(counts.values.end(), block.values.begin(), block.values.end());
        result.unmatched.insert(result.unmatched.end(), block.unmatched.begin(),
                                block.unmatched.end());
    }
    return result;
}

SparseMatrix clusters_of_nodes(const HopAlignment& hop, std::size_t num_nodes) {
    SparseMatrix rows;
    for (const Clustering& clustering : hop.clusterings)
        rows.num_cols += static_cast<std::size_t>(clustering.num_clusters);
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
