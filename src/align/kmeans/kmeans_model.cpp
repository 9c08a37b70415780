// SPDX-License-Identifier: MIT
#include "align/kmeans/kmeans_model.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "align/distinct_points.h"
#include "align/methods.h"

namespace dhgak {

KMeansModel::KMeansModel(std::size_t num_columns, Rotation rotation, const Matrix& centers,
                         std::vector<std::int32_t> cluster_of_center)
    : num_columns_(num_columns),
      rotation_(std::move(rotation)),
      search_(centers),
      cluster_of_center_(std::move(cluster_of_center)) {}

std::vector<std::int32_t> KMeansModel::assign(const Matrix& points) const {
    require_assignable(points, num_columns_);
    if (cluster_of_center_.empty() || points.rows() == 0)
        return std::vector<std::int32_t>(points.rows(), kNoCluster);
    std::vector<std::int32_t> clusters =
        rotation_.is_none() ? search_.nearest(points) : search_.nearest(rotation_.apply(points));
    for (std::int32_t& cluster : clusters)
        cluster = cluster_of_center_[static_cast<std::size_t>(cluster)];
    return clusters;
}

void KMeansModel::save(const ModelWriter& writer) const {
    writer.set("columns", num_columns_);
    writer.add("centers", centers());
    writer.add("clusters", cluster_of_center_);
    writer.set("is_turned", !rotation_.is_none());
    if (rotation_.is_none()) return;
    writer.add("middle", rotation_.middle());
    writer.add("axes", rotation_.axes());
}

namespace {

bool are_up_to(std::span<const float> values, float most) {
    return std::ranges::all_of(values, [&](float value) { return std::abs(value) <= most; });
}

}  // namespace

std::shared_ptr<const ClusterModel> load_kmeans(const ModelReader& reader) {
    constexpr std::int32_t kMost = std::numeric_limits<std::int32_t>::max();
    const auto columns = static_cast<std::size_t>(reader.integer("columns", 0, kMost));
    Rotation rotation;
    if (reader.flag("is_turned")) {
        rotation = Rotation(reader.floats("middle"), reader.matrix("axes"));
        reader.require(rotation.middle().size() == columns && columns > 0, "middle",
                       "as many numbers as the points have columns are expected");
        reader.require(are_up_to(rotation.middle(), kLargestCoordinate), "middle",
                       "the numbers are too large");
        reader.require(rotation.axes().rows() == columns, "axes",
                       "as many rows as the points have columns are expected");
        reader.require(are_up_to(rotation.axes().values(), 2), "axes", "they are not of length 1");
    }
    const Matrix centers = reader.matrix("centers");
    reader.require(centers.cols() == (rotation.is_none() ? columns : rotation.axes().cols()),
                   "centers", "the columns are not those of the points");
    // Turned coordinates may be larger than given ones.
    reader.require(are_up_to(centers.values(), 1024 * kLargestCoordinate), "centers",
                   "the numbers are too large");
    const auto count = static_cast<std::int32_t>(centers.rows());
    std::vector<std::int32_t> clusters = reader.integers("clusters", 0, count - 1);
    reader.require(clusters.size() == centers.rows(), "clusters",
                   "one number for each center is expected");
    return std::make_shared<KMeansModel>(columns, std::move(rotation), centers,
                                         std::move(clusters));
}

}  // namespace dhgak
