// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "align/aligner.h"
#include "align/dbscan/radius_tree.h"
#include "align/row_table.h"

namespace dhgak {

// What DBSCAN found: distinct rows and their clusters.
struct DensityRows {
    Matrix cores;  // in the order they were given
    std::vector<std::int32_t> cluster_of_core;
    Matrix noise;
    std::vector<std::int32_t> cluster_of_noise;
};

// Puts a point into the first component that has a core point within eps, as the points that were
// clustered were. A point that equals noise goes where that went; any other is in no cluster.
class DbscanModel final : public ClusterModel {
public:
    DbscanModel(DensityRows rows, double eps);

    std::int32_t num_clusters() const override { return num_clusters_; }
    std::size_t num_columns() const override { return rows_.cores.cols(); }
    std::vector<std::int32_t> assign(const Matrix& points) const override;
    void save(const ModelWriter& writer) const override;

    const DensityRows& rows() const { return rows_; }

private:
    std::int32_t assign(std::span<const float> point) const;

    DensityRows rows_;
    double eps_;
    std::int32_t num_clusters_ = 0;
    std::vector<std::int32_t> first_core_;          // by core: the first of its component
    RadiusTree tree_;                               // of the cores
    std::vector<std::int32_t> first_core_of_node_;  // by node of the tree: the least below it
    RowTable noise_;
};

}  // namespace dhgak
