// SPDX-License-Identifier: MIT
#include "align/distinct_points.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "align/row_table.h"
#include "core/select_rows.h"
#include "dhgak/core/error.h"
#include "dhgak/core/parallel.h"

namespace dhgak {
namespace {

constexpr std::size_t kPointsPerBlock = 1024;

// Rows of other bits can be equal only if there is one.
bool has_negative_zero(const Matrix& points) {
    bool found = false;
    for (const float value : points.values())
        found |= std::bit_cast<std::uint32_t>(value) == 0x80000000U;
    return found;
}

}  // namespace

void require_squarable(const Matrix& points) {
    parallel_for(points.rows(), kPointsPerBlock, [&](std::size_t r) {
        bool is_right = true;
        for (const float value : points.row(r)) is_right &= std::abs(value) <= kLargestCoordinate;
        if (is_right) return;
        for (const float value : points.row(r)) {
            if (std::isnan(value))
                throw InputError(fmt::format("point {} has a coordinate that is not a number", r));
            if (std::abs(value) > kLargestCoordinate)
                throw InputError(fmt::format(
                    "point {} has the coordinate {:.3g}, but only up to {:.3g} can distances be "
                    "squared; a lower weight in --attributes makes them smaller",
                    r, value, kLargestCoordinate));
        }
    });
}

void require_valid(const WeightedPoints& points) {
    if (!points.weights.empty() && points.weights.size() != points.points.rows())
        throw InputError(
            fmt::format("{} weights for {} points", points.weights.size(), points.points.rows()));
    for (std::size_t i = 0; i < points.weights.size(); ++i)
        if (!(points.weights[i] > 0) || !std::isfinite(points.weights[i]))
            throw InputError(
                fmt::format("point {} has weight {}; weights are positive", i, points.weights[i]));
    require_squarable(points.points);
}

void require_assignable(const Matrix& points, std::size_t num_columns) {
    if (points.rows() > 0 && points.cols() != num_columns)
        throw InputError(fmt::format("points of {} columns for a clustering of {} columns",
                                     points.cols(), num_columns));
    require_squarable(points);
}

DistinctPoints::DistinctPoints(const WeightedPoints& weighted) : points_(weighted.points) {
    const std::size_t size = points_.rows();
    const auto weight_of = [&](std::size_t r) {
        return weighted.weights.empty() ? 1.0f : weighted.weights[r];
    };
    if (weighted.are_distinct && !has_negative_zero(points_)) {
        for (std::size_t r = 0; r < size; ++r) weights_.push_back(weight_of(r));
        return;
    }
    std::vector<std::uint64_t> hashes(size);
    parallel_for(size, kPointsPerBlock,
                 [&](std::size_t r) { hashes[r] = hash_row(points_.row(r)); });
    RowTable table(points_);
    std::vector<std::uint32_t> first_points;
    std::vector<double> sums;  // floats would stop growing at 2^24
    distinct_of_point_.resize(size);
    for (std::uint32_t r = 0; r < size; ++r) {
        const std::uint32_t first = table.add(r, hashes[r]);
        if (first == r) {
            distinct_of_point_[r] = static_cast<std::uint32_t>(first_points.size());
            first_points.push_back(r);
            sums.push_back(0);
        } else {
            distinct_of_point_[r] = distinct_of_point_[first];
        }
        sums[distinct_of_point_[r]] += static_cast<double>(weight_of(r));
    }
    weights_.assign(sums.begin(), sums.end());
    if (first_points.size() < size)
        rows_ = select_rows(points_, first_points);
    else
        distinct_of_point_.clear();
}

double mean_variance(const Matrix& points, std::span<const float> weights) {
    const std::size_t size = points.rows(), dims = points.cols();
    if (size == 0 || dims == 0) return 0;
    // Deviations from the first point rather than from zero: no cancellation far from the origin.
    const float* origin = points.row(0).data();
    struct Moments {
        std::vector<double> sums, squares;
        double mass = 0;
    };
    std::vector<Moments> blocks((size + kPointsPerBlock - 1) / kPointsPerBlock);
    parallel_blocks(size, kPointsPerBlock, [&](std::size_t begin, std::size_t end) {
        Moments moments = {std::vector<double>(dims), std::vector<double>(dims)};
        for (std::size_t i = begin; i < end; ++i) {
            const auto weight = static_cast<double>(weights[i]);
            const float* row = points.row(i).data();
            for (std::size_t j = 0; j < dims; ++j) {
                const double deviation =
                    static_cast<double>(row[j]) - static_cast<double>(origin[j]);
                moments.sums[j] += weight * deviation;
                moments.squares[j] += weight * deviation * deviation;
            }
            moments.mass += weight;
        }
        blocks[begin / kPointsPerBlock] = std::move(moments);
    });
    Moments& total = blocks.front();
    for (std::size_t b = 1; b < blocks.size(); ++b) {
        for (std::size_t j = 0; j < dims; ++j) {
            total.sums[j] += blocks[b].sums[j];
            total.squares[j] += blocks[b].squares[j];
        }
        total.mass += blocks[b].mass;
    }
    double variance = 0;
    for (std::size_t j = 0; j < dims; ++j) {
        const double mean = total.sums[j] / total.mass;
        variance += std::max(total.squares[j] / total.mass - mean * mean, 0.0);
    }
    return variance / static_cast<double>(dims);
}

ClusterCount ClusterCount::from(const Spec& spec) {
    const ClusterCount count = {.factor = spec.get_number("factor"), .k = spec.get_integer("k", 0)};
    require_option(spec, "factor", count.factor, 0, true);
    if (spec.has("k")) require_option(spec, "k", static_cast<double>(count.k), 1);
    return count;
}

std::size_t ClusterCount::of(std::size_t num_graphs, std::size_t num_distinct) const {
    const double wanted =
        k > 0 ? static_cast<double>(k) : std::floor(factor * static_cast<double>(num_graphs));
    const auto most = static_cast<double>(num_distinct);
    return static_cast<std::size_t>(std::min(std::max(wanted, 1.0), most));
}

std::vector<std::int32_t> set_clusters(std::span<const std::int32_t> group_of_distinct,
                                       const DistinctPoints& distinct, Clustering& clustering) {
    std::int32_t num_groups = 0;
    for (const std::int32_t group : group_of_distinct) num_groups = std::max(num_groups, group + 1);
    std::vector<std::int32_t> cluster_of_group(static_cast<std::size_t>(num_groups), kNoCluster);
    // Distinct points are in order of first occurrence themselves.
    for (const std::int32_t group : group_of_distinct) {
        std::int32_t& cluster = cluster_of_group[static_cast<std::size_t>(group)];
        if (cluster == kNoCluster) cluster = clustering.num_clusters++;
    }
    clustering.cluster_of.resize(distinct.num_points());
    for (std::size_t i = 0; i < clustering.cluster_of.size(); ++i)
        clustering.cluster_of[i] =
            cluster_of_group[static_cast<std::size_t>(group_of_distinct[distinct.of_point(i)])];
    return cluster_of_group;
}

void require_option(const Spec& spec, const char* key, double value, double least, bool open) {
    if (open ? value > least : value >= least) return;
    throw ConfigError(fmt::format("{}: option {}={} must be {} {}", spec.name, key, value,
                                  open ? "greater than" : "at least", least));
}

}  // namespace dhgak
