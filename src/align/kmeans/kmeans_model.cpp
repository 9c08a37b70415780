// SPDX-License-Identifier: MIT
#include "align/kmeans/kmeans_model.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

#include "align/distinct_points.h"
#include "align/kmeans/rows_by_cell.h"
#include "align/methods.h"
#include "core/select_rows.h"
#include "dhgak/core/parallel.h"

namespace dhgak {

KMeansModel::KMeansModel(std::size_t num_columns, Rotation rotation, const LeveledCenters& levels,
                         std::vector<std::int32_t> cluster_of_center)
    : num_columns_(num_columns),
      rotation_(std::move(rotation)),
      cell_offsets_(levels.cell_offsets),
      cluster_of_center_(std::move(cluster_of_center)) {
    if (levels.cells.rows() == 0) {
        centers_of_cell_.emplace_back(levels.centers);
        return;
    }
    cells_.emplace(levels.cells);
    for (std::size_t cell = 0; cell < levels.cells.rows(); ++cell) {
        std::vector<std::uint32_t> rows(cell_offsets_[cell + 1] - cell_offsets_[cell]);
        std::iota(rows.begin(), rows.end(), cell_offsets_[cell]);
        centers_of_cell_.emplace_back(select_rows(levels.centers, rows));
    }
}

Matrix KMeansModel::centers() const {
    if (!cells_) return centers_of_cell_.front().rows();
    Matrix centers(cluster_of_center_.size(), cells_->groups().dims());
    for (std::size_t cell = 0; cell < centers_of_cell_.size(); ++cell)
        std::ranges::copy(centers_of_cell_[cell].rows().values(),
                          centers.row(cell_offsets_[cell]).begin());
    return centers;
}

std::vector<std::int32_t> KMeansModel::nearest_centers(const Matrix& turned) const {
    if (!cells_) return centers_of_cell_.front().nearest(turned);
    const RowsByCell rows(cells_->nearest(turned), centers_of_cell_.size());
    std::vector<std::int32_t> nearest(turned.rows());
    parallel_for(centers_of_cell_.size(), [&](std::size_t cell) {
        if (rows.size_of(cell) == 0) return;
        const std::vector<std::int32_t> found =
            centers_of_cell_[cell].nearest(select_rows(turned, rows.of(cell)));
        for (std::size_t i = 0; i < found.size(); ++i)
            nearest[rows.of(cell)[i]] = static_cast<std::int32_t>(cell_offsets_[cell]) + found[i];
    });
    return nearest;
}

std::vector<std::int32_t> KMeansModel::assign(const Matrix& points) const {
    require_assignable(points, num_columns_);
    if (cluster_of_center_.empty() || points.rows() == 0)
        return std::vector<std::int32_t>(points.rows(), kNoCluster);
    std::vector<std::int32_t> clusters =
        rotation_.is_none() ? nearest_centers(points) : nearest_centers(rotation_.apply(points));
    for (std::int32_t& cluster : clusters)
        cluster = cluster_of_center_[static_cast<std::size_t>(cluster)];
    return clusters;
}

void KMeansModel::save(const ModelWriter& writer) const {
    writer.set("columns", num_columns_);
    writer.add("centers", centers());
    writer.add("clusters", cluster_of_center_);
    writer.set("is_turned", !rotation_.is_none());
    if (cells_) {
        writer.add("cells", cells_->rows());
        writer.add("cell_offsets",
                   std::vector<std::int64_t>(cell_offsets_.begin(), cell_offsets_.end()));
    }
    if (rotation_.is_none()) return;
    writer.add("middle", rotation_.middle());
    writer.add("axes", rotation_.axes());
}

namespace {

// Turned coordinates may be larger than given ones.
constexpr float kLargestTurned = 1024 * kLargestCoordinate;

bool are_up_to(std::span<const float> values, float most) {
    return std::ranges::all_of(values, [&](float value) { return std::abs(value) <= most; });
}

Matrix read_rows(const ModelReader& reader, const char* name, std::size_t columns) {
    Matrix rows = reader.matrix(name);
    reader.require(rows.cols() == columns, name, "the columns are not those of the points");
    reader.require(are_up_to(rows.values(), kLargestTurned), name, "the numbers are too large");
    return rows;
}

LeveledCenters read_levels(const ModelReader& reader, std::size_t columns) {
    LeveledCenters levels;
    levels.centers = read_rows(reader, "centers", columns);
    levels.cell_offsets = {0, static_cast<std::uint32_t>(levels.centers.rows())};
    if (!reader.has("cells")) return levels;
    levels.cells = read_rows(reader, "cells", columns);
    const std::vector<std::int64_t> offsets = reader.offsets("cell_offsets");
    reader.require(levels.cells.rows() > 0 && offsets.size() == levels.cells.rows() + 1 &&
                       offsets.back() == static_cast<std::int64_t>(levels.centers.rows()),
                   "cell_offsets", "they do not divide the centers among the cells");
    reader.require(std::ranges::adjacent_find(offsets) == offsets.end(), "cell_offsets",
                   "there is a cell without centers");
    levels.cell_offsets.assign(offsets.begin(), offsets.end());
    return levels;
}

}  // namespace

std::shared_ptr<const ClusterModel> load_kmeans(const ModelReader& reader) {
    constexpr std::int32_t kMost = std::numeric_limits<std::int32_t>::max();
    const auto columns = static_cast<std::size_t>(reader.integer("columns", 0, kMost));
    Rotation rotation;
    if (reader.flag("is_turned")) {
        std::vector<float> middle = reader.floats("middle");
        Matrix axes = reader.matrix("axes");
        reader.require(middle.size() == columns && columns > 0, "middle",
                       "as many numbers as the points have columns are expected");
        reader.require(are_up_to(middle, kLargestCoordinate), "middle",
                       "the numbers are too large");
        reader.require(axes.rows() == columns && axes.cols() <= columns, "axes",
                       "as many rows as the points have columns are expected, and no more columns");
        reader.require(are_up_to(axes.values(), 2), "axes", "they are not of length 1");
        rotation = Rotation(std::move(middle), std::move(axes));
    }
    const LeveledCenters levels =
        read_levels(reader, rotation.is_none() ? columns : rotation.axes().cols());
    const auto count = static_cast<std::int32_t>(levels.centers.rows());
    std::vector<std::int32_t> clusters = reader.integers("clusters", 0, count - 1);
    reader.require(clusters.size() == levels.centers.rows(), "clusters",
                   "one number for each center is expected");
    return std::make_shared<KMeansModel>(columns, std::move(rotation), levels, std::move(clusters));
}

}  // namespace dhgak
