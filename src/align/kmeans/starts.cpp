// SPDX-License-Identifier: MIT
#include "align/kmeans/starts.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>
#include <utility>

#include "core/random.h"
#include "dhgak/core/parallel.h"

namespace dhgak {
namespace {

constexpr std::size_t kWeighedPerBlock = 4096;

float rough_squared_distance(std::span<const float> a, std::span<const float> b) {
    float sum = 0;
    for (std::size_t j = 0; j < a.size(); ++j) sum += (a[j] - b[j]) * (a[j] - b[j]);
    return sum;
}

// The first index at which the running sum of `masses` exceeds `target`; the sums of whole blocks
// are known already.
std::size_t find_mass(std::span<const double> masses, std::span<const double> block_sums,
                      double target) {
    std::size_t last = masses.size();
    for (std::size_t b = 0; b < block_sums.size(); ++b) {
        const bool is_here = target < block_sums[b];
        const std::size_t end = std::min(masses.size(), (b + 1) * kWeighedPerBlock);
        for (std::size_t i = b * kWeighedPerBlock; is_here && i < end; ++i) {
            if (masses[i] <= 0) continue;
            last = i;
            target -= masses[i];
            if (target < 0) return i;
        }
        if (is_here) break;  // rounding only: the last point with mass will do
        target -= block_sums[b];
    }
    for (std::size_t i = masses.size(); last == masses.size() && i-- > 0;)
        if (masses[i] > 0) last = i;
    return last;
}

}  // namespace

std::vector<std::uint32_t> draw_random_starts(std::size_t num_points, std::size_t count,
                                              std::uint64_t seed) {
    assert(count <= num_points);
    Random random(seed);
    std::vector<std::uint32_t> order(num_points);
    std::iota(order.begin(), order.end(), 0U);
    for (std::size_t i = 0; i < count; ++i)
        std::swap(order[i], order[i + random.below(num_points - i)]);
    order.resize(count);
    return order;
}

std::vector<std::uint32_t> draw_spread_starts(const Matrix& points, std::span<const float> weights,
                                              std::size_t count, std::uint64_t seed) {
    assert(count <= points.rows());
    const std::size_t size = points.rows();
    Random random(seed);
    std::vector<float> nearest(size, std::numeric_limits<float>::infinity());
    std::vector<double> masses(weights.begin(), weights.end());
    std::vector<double> block_sums((size + kWeighedPerBlock - 1) / kWeighedPerBlock);
    for (std::size_t b = 0; b < block_sums.size(); ++b)
        block_sums[b] = std::accumulate(
            masses.begin() + static_cast<std::ptrdiff_t>(b * kWeighedPerBlock),
            masses.begin() +
                static_cast<std::ptrdiff_t>(std::min(size, (b + 1) * kWeighedPerBlock)),
            0.0);

    std::vector<std::uint32_t> starts, start_of_point(size);
    std::vector<float> apart(count);  // squared distances from the new start to the others
    while (starts.size() < count) {
        const double total = std::accumulate(block_sums.begin(), block_sums.end(), 0.0);
        std::size_t start = find_mass(masses, block_sums, random.uniform() * total);
        if (start == size)  // only points that lie on starts are left: take them in order
            for (start = 0; std::ranges::find(starts, start) != starts.end();) ++start;
        const std::span<const float> center = points.row(start);
        const auto newest = static_cast<std::uint32_t>(starts.size());
        for (std::uint32_t s = 0; s < newest; ++s)
            apart[s] = rough_squared_distance(points.row(starts[s]), center);
        starts.push_back(static_cast<std::uint32_t>(start));
        parallel_blocks(size, kWeighedPerBlock, [&](std::size_t begin, std::size_t end) {
            double sum = 0;
            for (std::size_t i = begin; i < end; ++i) {
                // By the triangle inequality, a start twice as far from the nearest start as the
                // point is cannot be nearer to the point.
                if (newest == 0 || apart[start_of_point[i]] < 4 * nearest[i]) {
                    const float squared = rough_squared_distance(points.row(i), center);
                    if (newest == 0 || squared < nearest[i]) {
                        nearest[i] = squared;
                        start_of_point[i] = newest;
                    }
                    masses[i] = static_cast<double>(weights[i]) * static_cast<double>(nearest[i]);
                }
                sum += masses[i];
            }
            block_sums[begin / kWeighedPerBlock] = sum;
        });
    }
    return starts;
}

}  // namespace dhgak
