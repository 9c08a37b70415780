// SPDX-License-Identifier: MIT
#include "align/dbscan/dbscan_model.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "align/distinct_points.h"
#include "align/methods.h"
#include "dhgak/core/parallel.h"

namespace dhgak {
namespace {

constexpr std::size_t kQueriesPerBlock = 64;

std::int32_t count_clusters(const DensityRows& rows) {
    std::int32_t count = 0;
    for (const auto* clusters : {&rows.cluster_of_core, &rows.cluster_of_noise})
        for (const std::int32_t cluster : *clusters) count = std::max(count, cluster + 1);
    return count;
}

std::vector<std::int32_t> first_cores(const DensityRows& rows, std::int32_t num_clusters) {
    std::vector<std::int32_t> first_of_cluster(static_cast<std::size_t>(num_clusters), -1);
    std::vector<std::int32_t> first;
    for (const std::int32_t cluster : rows.cluster_of_core) {
        std::int32_t& known = first_of_cluster[static_cast<std::size_t>(cluster)];
        if (known < 0) known = static_cast<std::int32_t>(first.size());
        first.push_back(known);
    }
    return first;
}

}  // namespace

DbscanModel::DbscanModel(DensityRows rows, double eps)
    : rows_(std::move(rows)),
      eps_(eps),
      num_clusters_(count_clusters(rows_)),
      first_core_(first_cores(rows_, num_clusters_)),
      tree_(rows_.cores, rows_.cores, eps),
      first_core_of_node_(tree_.least_by_node(first_core_)),
      noise_(rows_.noise) {
    for (std::uint32_t row = 0; row < rows_.noise.rows(); ++row)
        noise_.add(row, hash_row(rows_.noise.row(row)));
}

std::vector<std::int32_t> DbscanModel::assign(const Matrix& points) const {
    require_assignable(points, num_columns());
    std::vector<std::int32_t> clusters(points.rows());
    parallel_for(points.rows(), kQueriesPerBlock,
                 [&](std::size_t i) { clusters[i] = assign(points.row(i)); });
    return clusters;
}

std::int32_t DbscanModel::assign(std::span<const float> point) const {
    const std::int32_t core = tree_.least_within(point, first_core_, first_core_of_node_);
    if (core != RadiusTree::kNoValue) return rows_.cluster_of_core[static_cast<std::size_t>(core)];
    const std::uint32_t noise = noise_.find(point, hash_row(point));
    return noise == RowTable::kNone ? kNoCluster : rows_.cluster_of_noise[noise];
}

void DbscanModel::save(const ModelWriter& writer) const {
    writer.set("eps", eps_);
    writer.add("cores", rows_.cores);
    writer.add("core_clusters", rows_.cluster_of_core);
    writer.add("noise", rows_.noise);
    writer.add("noise_clusters", rows_.cluster_of_noise);
}

std::shared_ptr<const ClusterModel> load_dbscan(const ModelReader& reader) {
    DensityRows rows;
    rows.cores = reader.matrix("cores");
    rows.noise = reader.matrix("noise");
    reader.require(rows.noise.cols() == rows.cores.cols(), "noise",
                   "it has other columns than the cores");
    const auto most = static_cast<std::int32_t>(rows.cores.rows() + rows.noise.rows()) - 1;
    rows.cluster_of_core = reader.integers("core_clusters", 0, most);
    rows.cluster_of_noise = reader.integers("noise_clusters", 0, most);
    reader.require(rows.cluster_of_core.size() == rows.cores.rows(), "core_clusters",
                   "one number for each core is expected");
    reader.require(rows.cluster_of_noise.size() == rows.noise.rows(), "noise_clusters",
                   "one number for each point of noise is expected");
    const auto is_squarable = [](float value) { return std::abs(value) <= kLargestCoordinate; };
    reader.require(std::ranges::all_of(rows.cores.values(), is_squarable), "cores",
                   "the numbers are too large");
    reader.require(std::ranges::all_of(rows.noise.values(), is_squarable), "noise",
                   "the numbers are too large");
    const double eps = reader.positive("eps");
    return std::make_shared<DbscanModel>(std::move(rows), eps);
}

}  // namespace dhgak
