// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "align/aligner.h"

namespace dhgak {

// Coordinates up to here can be squared, and squares summed over columns, points and their weights,
// without leaving the range of a float.
inline constexpr float kLargestCoordinate = 0x1p40f;

// Throws InputError unless all coordinates are finite and none is too large.
void require_squarable(const Matrix& points);

// Throws InputError unless the points are squarable and there is one positive, finite weight for
// each of them, or none at all.
void require_valid(const WeightedPoints& points);

// Throws InputError unless the points are squarable and have `num_columns` columns.
void require_assignable(const Matrix& points, std::size_t num_columns);

// The points with equal rows collapsed into one that has the sum of their weights, in the order of
// their first occurrence. Keeps a reference to the points.
class DistinctPoints {
public:
    explicit DistinctPoints(const WeightedPoints& points);

    std::size_t size() const { return weights_.size(); }
    std::size_t num_points() const { return points_.rows(); }
    const Matrix& rows() const { return has_repeats() ? rows_ : points_; }
    const std::vector<float>& weights() const { return weights_; }

    // The distinct point that a point is.
    std::size_t of_point(std::size_t point) const {
        return has_repeats() ? distinct_of_point_[point] : point;
    }

private:
    bool has_repeats() const { return !distinct_of_point_.empty(); }

    const Matrix& points_;
    Matrix rows_;
    std::vector<float> weights_;
    std::vector<std::uint32_t> distinct_of_point_;  // empty: no row is repeated
};

// The mean over dimensions of the weighted variance.
double mean_variance(const Matrix& points, std::span<const float> weights);

// The number of clusters that an aligner with the options `factor` and `k` makes:
// int(factor * num_graphs), or `k` where it is given; at least 1, at most `num_distinct`.
struct ClusterCount {
    double factor = 2;
    long long k = 0;  // 0: not given

    static ClusterCount from(const Spec& spec);
    std::size_t of(std::size_t num_graphs, std::size_t num_distinct) const;
};

// Spreads the groups of distinct points to all points and numbers them by first occurrence, so
// that ids are dense. Returns the cluster of each group, kNoCluster for one without points.
std::vector<std::int32_t> set_clusters(std::span<const std::int32_t> group_of_distinct,
                                       const DistinctPoints& distinct, Clustering& clustering);

// Throws ConfigError, naming what is accepted, unless `value` >= `least` (> `least` if `open`).
void require_option(const Spec& spec, const char* key, double value, double least,
                    bool open = false);

}  // namespace dhgak
