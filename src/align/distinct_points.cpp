// SPDX-License-Identifier: MIT
#include "align/distinct_points.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/core/parallel.h"

namespace dhgak {
namespace {

constexpr std::size_t kRowsPerBlock = 1024;
constexpr std::uint32_t kNone = ~std::uint32_t{0};

void require_finite(const Matrix& points) {
    parallel_for(points.rows(), kRowsPerBlock, [&](std::size_t r) {
        // A sum of finite products stays finite or says that something was not.
        float zero = 0;
        for (const float value : points.row(r)) zero += value * 0.0f;
        if (std::isnan(zero))
            throw InputError(fmt::format("point {} has a coordinate that is not a number", r));
    });
}

std::uint64_t hash_row(std::span<const float> row) {
    std::uint64_t hash = 0x9e3779b97f4a7c15ULL;
    for (const float value : row) {
        const auto bits = std::bit_cast<std::uint32_t>(value + 0.0f);  // -0 becomes +0
        hash = (hash ^ bits) * 0xff51afd7ed558ccdULL;
        hash ^= hash >> 32;
    }
    return hash;
}

}  // namespace

void require_valid(const WeightedPoints& points) {
    if (!points.weights.empty() && points.weights.size() != points.points.rows())
        throw InputError(
            fmt::format("{} weights for {} points", points.weights.size(), points.points.rows()));
    for (std::size_t i = 0; i < points.weights.size(); ++i)
        if (!(points.weights[i] > 0) || !std::isfinite(points.weights[i]))
            throw InputError(
                fmt::format("point {} has weight {}; weights are positive", i, points.weights[i]));
    require_finite(points.points);
}

void require_assignable(const Matrix& points, const Matrix& centers) {
    if (points.rows() > 0 && points.cols() != centers.cols())
        throw InputError(fmt::format("points of {} columns for a clustering of {} columns",
                                     points.cols(), centers.cols()));
    require_finite(points);
}

DistinctPoints find_distinct(const WeightedPoints& weighted) {
    const Matrix& points = weighted.points;
    const std::size_t size = points.rows();
    std::vector<std::uint64_t> hashes(size);
    parallel_for(size, kRowsPerBlock, [&](std::size_t r) { hashes[r] = hash_row(points.row(r)); });

    DistinctPoints distinct;
    distinct.distinct_of_point.resize(size);
    const std::size_t mask = std::bit_ceil(2 * size + 1) - 1;
    std::vector<std::uint32_t> table(mask + 1, kNone);
    for (std::size_t r = 0; r < size; ++r) {
        const float weight = weighted.weights.empty() ? 1.0f : weighted.weights[r];
        std::size_t slot = hashes[r] & mask;
        for (; table[slot] != kNone; slot = (slot + 1) & mask) {
            const std::uint32_t first = distinct.first_point[table[slot]];
            if (hashes[first] == hashes[r] && std::ranges::equal(points.row(first), points.row(r)))
                break;
        }
        if (table[slot] == kNone) {
            table[slot] = static_cast<std::uint32_t>(distinct.first_point.size());
            distinct.first_point.push_back(static_cast<std::uint32_t>(r));
            distinct.weights.push_back(0);
        }
        distinct.weights[table[slot]] += weight;
        distinct.distinct_of_point[r] = table[slot];
    }
    return distinct;
}

Matrix select_rows(const Matrix& matrix, std::span<const std::uint32_t> rows) {
    Matrix selected = Matrix::for_overwrite(rows.size(), matrix.cols());
    parallel_for(rows.size(), kRowsPerBlock, [&](std::size_t r) {
        std::ranges::copy(matrix.row(rows[r]), selected.row(r).begin());
    });
    return selected;
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
    std::vector<Moments> blocks((size + kRowsPerBlock - 1) / kRowsPerBlock);
    parallel_blocks(size, kRowsPerBlock, [&](std::size_t begin, std::size_t end) {
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
        blocks[begin / kRowsPerBlock] = std::move(moments);
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
    const ClusterCount count = {.factor = spec.get_number("factor", ClusterCount().factor),
                                .k = spec.get_integer("k", 0)};
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
    std::vector<std::int32_t> cluster_of_group(static_cast<std::size_t>(num_groups), -1);
    std::vector<std::int32_t> group_of_cluster;
    // Distinct points are in order of first occurrence themselves.
    for (const std::int32_t group : group_of_distinct)
        if (cluster_of_group[static_cast<std::size_t>(group)] < 0) {
            cluster_of_group[static_cast<std::size_t>(group)] =
                static_cast<std::int32_t>(group_of_cluster.size());
            group_of_cluster.push_back(group);
        }
    clustering.num_clusters = static_cast<std::int32_t>(group_of_cluster.size());
    clustering.cluster_of.resize(distinct.distinct_of_point.size());
    for (std::size_t i = 0; i < clustering.cluster_of.size(); ++i)
        clustering.cluster_of[i] = cluster_of_group[static_cast<std::size_t>(
            group_of_distinct[distinct.distinct_of_point[i]])];
    return group_of_cluster;
}

void require_option(const Spec& spec, const char* key, double value, double least, bool open) {
    if (open ? value > least : value >= least) return;
    throw ConfigError(fmt::format("{}: option {}={} must be {} {}", spec.name, key, value,
                                  open ? "greater than" : "at least", least));
}

}  // namespace dhgak
