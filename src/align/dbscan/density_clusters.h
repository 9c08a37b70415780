// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "align/dbscan/radius_tree.h"
#include "dhgak/core/matrix.h"

namespace dhgak {

// DBSCAN of distinct rows.
class DensityClusters {
public:
    static constexpr std::int32_t kNoise = std::numeric_limits<std::int32_t>::max();

    DensityClusters(const Matrix& rows, std::span<const float> weights, double eps,
                    double min_samples);

    // A row with enough weight within eps, its own included.
    bool is_core(std::size_t row) const { return is_core_[row] != 0; }

    // The component of a row, known by its first core row; kNoise outside. A row that is no core
    // goes to the first component within eps.
    std::int32_t label(std::size_t row) const { return label_[row]; }

private:
    template <typename Visitor>
    void search(std::size_t group, LaneSet lanes, Visitor& visitor) const;
    void find_cores(std::span<const float> weights, double min_samples);
    void label_borders();
    template <typename Sum, typename OfRow, typename Join>
    std::vector<Sum> node_values(Sum none, const OfRow& of_row, const Join& join) const;

    RadiusTree tree_;
    std::vector<char> is_core_;
    std::vector<std::int32_t> label_;
};

}  // namespace dhgak
