// SPDX-License-Identifier: MIT
#include "align/kmeans/lloyd.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include <gtest/gtest.h>

#include "align/cloud.h"
#include "align/kmeans/starts.h"
#include "align/scan/nearest_scan.h"
#include "core/select_rows.h"
#include "dhgak/core/parallel.h"

namespace dhgak {
namespace {

using testing_align::matrix_of;
using testing_align::random_cloud;
using testing_align::random_weights;
using testing_align::repeat_rows;

// Lloyd's algorithm as one would write it down: full scans, double precision throughout.
struct PlainLloyd {
    std::vector<std::vector<double>> centers;
    std::vector<std::int32_t> center_of_point;
    int iterations = 0;
    bool converged = false;

    static double squared(std::span<const float> point, const std::vector<double>& center) {
        double sum = 0;
        for (std::size_t j = 0; j < point.size(); ++j)
            sum += (point[j] - center[j]) * (point[j] - center[j]);
        return sum;
    }

    void assign(const Matrix& points) {
        center_of_point.assign(points.rows(), 0);
        for (std::size_t i = 0; i < points.rows(); ++i) {
            double least = std::numeric_limits<double>::infinity();
            for (std::size_t c = 0; c < centers.size(); ++c)
                if (const double distance = squared(points.row(i), centers[c]); distance < least) {
                    least = distance;
                    center_of_point[i] = static_cast<std::int32_t>(c);
                }
        }
    }

    // Sums and masses by center, with the farthest points lent to empty centers.
    double move(const Matrix& points, std::span<const float> weights) {
        std::vector<std::vector<double>> sums(centers.size(), std::vector<double>(points.cols()));
        std::vector<double> masses(centers.size());
        std::vector<int> sizes(centers.size());
        const auto add = [&](std::size_t i, std::size_t c, double weight) {
            for (std::size_t j = 0; j < points.cols(); ++j) sums[c][j] += weight * points(i, j);
            masses[c] += weight;
        };
        for (std::size_t i = 0; i < points.rows(); ++i) {
            add(i, static_cast<std::size_t>(center_of_point[i]), weights[i]);
            ++sizes[static_cast<std::size_t>(center_of_point[i])];
        }
        std::vector<std::size_t> order(points.rows());
        std::iota(order.begin(), order.end(), 0U);
        const auto distance = [&](std::size_t i) {
            return squared(points.row(i), centers[static_cast<std::size_t>(center_of_point[i])]);
        };
        std::ranges::stable_sort(
            order, [&](std::size_t a, std::size_t b) { return distance(a) > distance(b); });
        auto next = order.begin();
        std::vector<int> left = sizes;
        for (std::size_t c = 0; c < centers.size(); ++c) {
            if (sizes[c] > 0) continue;
            while (next != order.end() &&
                   left[static_cast<std::size_t>(center_of_point[*next])] < 2)
                ++next;
            if (next == order.end() || distance(*next) == 0) break;
            const auto old = static_cast<std::size_t>(center_of_point[*next]);
            add(*next, old, -weights[*next]);
            add(*next, c, weights[*next]);
            --left[old];
            ++next;
        }
        double movement = 0;
        for (std::size_t c = 0; c < centers.size(); ++c)
            for (std::size_t j = 0; masses[c] > 0 && j < points.cols(); ++j) {
                const double place = sums[c][j] / masses[c];
                movement += (place - centers[c][j]) * (place - centers[c][j]);
                centers[c][j] = place;
            }
        return movement;
    }

    PlainLloyd(const Matrix& points, std::span<const float> weights, const Matrix& starts,
               const LloydOptions& options) {
        for (std::size_t c = 0; c < starts.rows(); ++c)
            centers.emplace_back(starts.row(c).begin(), starts.row(c).end());
        assign(points);
        while (iterations < options.iterations && !converged) {
            ++iterations;
            const double movement = move(points, weights);
            const std::vector<std::int32_t> before = center_of_point;
            assign(points);
            converged = movement <= options.movement || before == center_of_point;
        }
    }
};

void expect_near(const Matrix& centers, const std::vector<std::vector<double>>& expected) {
    ASSERT_EQ(centers.rows(), expected.size());
    for (std::size_t c = 0; c < centers.rows(); ++c)
        for (std::size_t j = 0; j < centers.cols(); ++j)
            EXPECT_NEAR(centers(c, j), expected[c][j], 1e-4) << c;
}

struct Shape {
    std::size_t points, dims, centers, blobs;
};

class LloydShapes : public testing::TestWithParam<Shape> {};

TEST_P(LloydShapes, EqualsThePlainAlgorithm) {
    const auto [size, dims, k, blobs] = GetParam();
    for (const std::uint64_t seed : {1, 2, 3}) {
        const Matrix points = random_cloud(size, dims, seed, blobs);
        const std::vector<float> weights = random_weights(size, seed + 10);
        const Matrix starts = select_rows(points, draw_random_starts(weights.size(), k, seed));
        for (const LloydOptions options :
             {LloydOptions{100, 0}, LloydOptions{100, 0.05}, LloydOptions{3, 0}}) {
            const PlainLloyd plain(points, weights, starts, options);
            const LloydResult ours = lloyd(points, weights, starts, options);
            EXPECT_EQ(ours.center_of_point, plain.center_of_point);
            EXPECT_EQ(ours.iterations, plain.iterations);
            EXPECT_EQ(ours.converged, plain.converged);
            expect_near(ours.centers, plain.centers);
            EXPECT_EQ(ours.center_of_point, scan_nearest(points, RowGroups(ours.centers)));
            const LloydResult unbounded = lloyd(points, weights, starts, options, 0);
            EXPECT_EQ(unbounded.center_of_point, ours.center_of_point);
            EXPECT_EQ(unbounded.iterations, ours.iterations);
            EXPECT_TRUE(std::ranges::equal(unbounded.centers.values(), ours.centers.values()));
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Lloyd, LloydShapes,
                         testing::Values(Shape{1500, 2, 40, 10}, Shape{900, 1, 17, 3},
                                         Shape{1200, 9, 300, 5}, Shape{700, 33, 64, 30},
                                         Shape{2500, 5, 1, 4}, Shape{400, 200, 50, 10}));

TEST(Lloyd, TreatsWeightsAsRepetition) {
    for (const std::uint64_t seed : {1, 2, 3, 4}) {
        const Matrix points = random_cloud(600, 4, seed);
        const std::vector<float> weights = random_weights(600, seed + 50);
        const Matrix repeated = repeat_rows(points, weights);
        const Matrix starts = select_rows(points, draw_random_starts(weights.size(), 40, seed));
        const LloydResult weighted = lloyd(points, weights, starts, {});
        const LloydResult plain =
            lloyd(repeated, std::vector<float>(repeated.rows(), 1.0f), starts, {});
        EXPECT_EQ(weighted.iterations, plain.iterations);
        std::size_t at = 0;
        for (std::size_t i = 0; i < points.rows(); ++i)
            for (float copy = 0; copy < weights[i]; ++copy, ++at)
                ASSERT_EQ(plain.center_of_point[at], weighted.center_of_point[i]) << i;
    }
}

TEST(Lloyd, GivesTheFarthestPointToAnEmptyCenter) {
    // All points are nearest to the center at 0; of the two others, the one at 9 gets the point
    // at 4 and the one at 100 the point at 3.
    const Matrix points = matrix_of({{0}, {1}, {3}, {4}});
    const std::vector<float> weights = {1, 1, 1, 2};
    const LloydResult one = lloyd(points, weights, matrix_of({{0}, {9}, {100}}), {1, 0});
    EXPECT_FLOAT_EQ(one.centers(0, 0), 0.5f);
    EXPECT_FLOAT_EQ(one.centers(1, 0), 4);
    EXPECT_FLOAT_EQ(one.centers(2, 0), 3);
    EXPECT_EQ(one.center_of_point, (std::vector<std::int32_t>{0, 0, 2, 1}));
}

TEST(Lloyd, EqualsThePlainAlgorithmWhenCentersStartEmpty) {
    for (const std::uint64_t seed : {1, 2, 3, 4, 5}) {
        const Matrix points = random_cloud(500, 3, seed);
        const std::vector<float> weights = random_weights(500, seed);
        Matrix starts = select_rows(points, draw_random_starts(weights.size(), 60, seed));
        for (std::size_t c = 0; c < 60; c += 3)
            for (float& value : starts.row(c)) value += 1000;
        const PlainLloyd plain(points, weights, starts, {});
        const LloydResult ours = lloyd(points, weights, starts, {});
        EXPECT_EQ(ours.center_of_point, plain.center_of_point);
        EXPECT_EQ(ours.iterations, plain.iterations);
    }
}

TEST(Lloyd, CopesWithStartsAllEqual) {
    const Matrix points = random_cloud(300, 2, 3);
    Matrix starts(20, 2);
    const LloydResult result = lloyd(points, std::vector<float>(300, 1.0f), starts, {});
    std::vector<int> sizes(20);
    for (const std::int32_t center : result.center_of_point)
        ++sizes[static_cast<std::size_t>(center)];
    EXPECT_GT(*std::ranges::min_element(sizes), 0);
}

TEST(Lloyd, PrefersTheFirstOfEquallyNearCenters) {
    // Integer coordinates: distances are exact and full of ties.
    Matrix points(2000, 3);
    Random random(7);
    for (float& value : points.values()) value = static_cast<float>(random.below(6));
    Matrix centers(100, 3);
    for (float& value : centers.values()) value = static_cast<float>(random.below(6));
    const std::vector<std::int32_t> nearest = scan_nearest(points, RowGroups(centers));
    PlainLloyd plain(points, std::vector<float>(2000, 1.0f), centers, {0, 0});
    EXPECT_EQ(nearest, plain.center_of_point);
    EXPECT_EQ(lloyd(points, std::vector<float>(2000, 1.0f), centers, {0, 0}).center_of_point,
              plain.center_of_point);
}

TEST(Lloyd, HoldsFarFromTheOrigin) {
    Matrix points = random_cloud(800, 3, 5);
    for (float& value : points.values()) value = std::round(value * 64) / 64 + 4096;
    const std::vector<float> weights(800, 1.0f);
    const Matrix starts = select_rows(points, draw_random_starts(weights.size(), 30, 5));
    const LloydResult ours = lloyd(points, weights, starts, {});
    EXPECT_EQ(ours.center_of_point, scan_nearest(points, RowGroups(ours.centers)));
    EXPECT_TRUE(ours.converged);
}

TEST(Starts, AreDistinctAndReachEveryPointAlike) {
    std::vector<int> hits(100);
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        std::vector<std::uint32_t> starts = draw_random_starts(hits.size(), 20, seed);
        for (const std::uint32_t start : starts) ++hits[start];
        std::ranges::sort(starts);
        ASSERT_EQ(std::ranges::unique(starts).size(), 0U);
    }
    for (const int count : hits) EXPECT_NEAR(count, 200, 65);
}

TEST(Starts, SpreadByDistance) {
    // Two tight blobs far apart: the second start of k-means++ is in the other blob.
    Matrix points(100, 1);
    for (std::size_t i = 0; i < 100; ++i)
        points(i, 0) = static_cast<float>(i % 2) * 1e4f + static_cast<float>(i) * 1e-3f;
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const auto starts = draw_spread_starts(points, std::vector<float>(100, 1.0f), 2, seed);
        EXPECT_NE(starts[0] % 2, starts[1] % 2) << seed;
    }
    auto all = draw_spread_starts(points, std::vector<float>(100, 1.0f), 100, 3);
    std::ranges::sort(all);
    EXPECT_EQ(std::ranges::unique(all).size(), 0U);
}

}  // namespace
}  // namespace dhgak
