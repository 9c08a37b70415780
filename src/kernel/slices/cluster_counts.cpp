// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/core/parallel.h"
#include "dhgak/kernel/alignment.h"

namespace dhgak {
namespace {

constexpr std::size_t kGraphBlock = 64;

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
};

RowBlock count_graphs(const HopAlignment& hop, std::span<const std::size_t> node_offsets) {
    RowBlock block;
    std::vector<std::int32_t> clusters;
    for (std::size_t g = 0; g + 1 < node_offsets.size(); ++g) {
        const std::size_t entries_before = block.columns.size();
        std::int32_t first_column = 0;
        for (const Clustering& clustering : hop.clusterings) {
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
        }
        block.row_sizes.push_back(static_cast<std::int64_t>(block.columns.size() - entries_before));
    }
    return block;
}

}  // namespace

ClusterCounts count_clusters(const HopAlignment& hop, std::span<const std::size_t> node_offsets) {
    assert(!node_offsets.empty());
    assert(hop.clusterings.size() == hop.clustering_weights.size());
    ClusterCounts result;
    if (hop.clusterings.empty()) {
        result.counts.row_offsets.assign(node_offsets.size(), 0);
        return result;
    }
    if (hop.point_of_node.size() != node_offsets.back())
        throw InputError(fmt::format("{} aligned slices for {} nodes", hop.point_of_node.size(),
                                     node_offsets.back()));
    const std::size_t num_points = hop.clusterings.front().cluster_of.size();
    const double weight_sum =
        std::accumulate(hop.clustering_weights.begin(), hop.clustering_weights.end(), 0.0);
    for (std::size_t k = 0; k < hop.clusterings.size(); ++k) {
        require_fit(hop.clusterings[k], num_points);
        result.column_weights.insert(result.column_weights.end(),
                                     static_cast<std::size_t>(hop.clusterings[k].num_clusters),
                                     hop.clustering_weights[k] / weight_sum);
    }
    if (std::ranges::any_of(hop.point_of_node, [&](auto point) { return point >= num_points; }))
        throw InputError(fmt::format("a slice lies on none of the {} points", num_points));
    if (result.column_weights.size() > std::numeric_limits<std::int32_t>::max())
        throw Error(fmt::format("one hop has {} clusters, more than a 32-bit number can count",
                                result.column_weights.size()));

    const std::size_t num_graphs = node_offsets.size() - 1;
    std::vector<RowBlock> blocks((num_graphs + kGraphBlock - 1) / kGraphBlock);
    parallel_blocks(num_graphs, kGraphBlock, [&](std::size_t begin, std::size_t end) {
        blocks[begin / kGraphBlock] =
            count_graphs(hop, node_offsets.subspan(begin, end - begin + 1));
    });

    SparseMatrix& counts = result.counts;
    counts.num_cols = result.column_weights.size();
    for (const RowBlock& block : blocks) {
        for (const std::int64_t size : block.row_sizes)
            counts.row_offsets.push_back(counts.row_offsets.back() + size);
        counts.columns.insert(counts.columns.end(), block.columns.begin(), block.columns.end());
        counts.values.insert(counts.values.end(), block.values.begin(), block.values.end());
    }
    return result;
}

}  // namespace dhgak
