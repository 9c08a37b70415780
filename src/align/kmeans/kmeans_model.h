// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "align/aligner.h"
#include "align/kmeans/rotation.h"
#include "align/kmeans/two_levels.h"
#include "align/scan/nearest_search.h"

namespace dhgak {

// Puts a point into the cluster of its nearest center, on two levels of the nearest center in the
// nearest cell. Points are turned and compared as Lloyd's algorithm did it, in the same arithmetic.
class KMeansModel final : public ClusterModel {
public:
    // `centers` are in the dimensions that the rotation leads to; each has a cluster of its own. Of
    // equally near cells or centers, the first counts.
    KMeansModel(std::size_t num_columns, Rotation rotation, const LeveledCenters& levels,
                std::vector<std::int32_t> cluster_of_center);

    std::int32_t num_clusters() const override {
        return static_cast<std::int32_t>(cluster_of_center_.size());
    }
    std::size_t num_columns() const override { return num_columns_; }
    std::vector<std::int32_t> assign(const Matrix& points) const override;
    void save(const ModelWriter& writer) const override;

    Matrix centers() const;
    const Rotation& rotation() const { return rotation_; }

private:
    std::vector<std::int32_t> nearest_centers(const Matrix& turned) const;

    std::size_t num_columns_;
    Rotation rotation_;
    std::optional<NearestSearch> cells_;  // none: there is one cell
    std::vector<NearestSearch> centers_of_cell_;
    std::vector<std::uint32_t> cell_offsets_;
    std::vector<std::int32_t> cluster_of_center_;
};

}  // namespace dhgak
