// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dhgak/align/aligner.h"

namespace dhgak {

// Throws InputError unless all coordinates are finite and there is one positive, finite weight
// for each point, or none at all.
void require_valid(const WeightedPoints& points);

// Throws InputError unless the coordinates are finite and there are as many columns as `centers`
// has.
void require_assignable(const Matrix& points, const Matrix& centers);

// The points with equal rows collapsed into one that has the sum of their weights.
struct DistinctPoints {
    std::vector<std::uint32_t> first_point;  // by distinct point, ascending
    std::vector<float> weights;              // by distinct point
    std::vector<std::uint32_t> distinct_of_point;

    std::size_t size() const { return first_point.size(); }
};

DistinctPoints find_distinct(const WeightedPoints& points);

// The rows of `matrix` that `rows` names, in that order.
Matrix select_rows(const Matrix& matrix, std::span<const std::uint32_t> rows);

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
// that ids are dense. Returns the group of each cluster.
std::vector<std::int32_t> set_clusters(std::span<const std::int32_t> group_of_distinct,
                                       const DistinctPoints& distinct, Clustering& clustering);

// Throws ConfigError, naming what is accepted, unless `value` >= `least` (> `least` if `open`).
void require_option(const Spec& spec, const char* key, double value, double least,
                    bool open = false);

}  // namespace dhgak
