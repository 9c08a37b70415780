// SPDX-License-Identifier: MIT
#include "align/kmeans/rotation.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "align/cloud.h"
#include "align/distinct_points.h"

namespace dhgak {
namespace {

using testing_align::matrix_of;
using testing_align::random_cloud;

double distance(const Matrix& points, std::size_t a, std::size_t b) {
    double sum = 0;
    for (std::size_t j = 0; j < points.cols(); ++j)
        sum += std::pow(static_cast<double>(points(a, j)) - points(b, j), 2);
    return std::sqrt(sum);
}

// Sums of `rank` vectors, far from the origin.
Matrix low_rank_cloud(std::size_t rows, std::size_t rank, std::size_t cols) {
    const Matrix counts = random_cloud(rows, rank, 1);
    const Matrix vectors = random_cloud(rank, cols, 2);
    Matrix points(rows, cols);
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < cols; ++c) {
            points(r, c) = 3;
            for (std::size_t a = 0; a < rank; ++a) points(r, c) += counts(r, a) * vectors(a, c);
        }
    return points;
}

TEST(Rotation, KeepsDistancesInFewerDimensions) {
    for (const std::size_t rank : {1, 3, 18}) {
        const Matrix points = low_rank_cloud(2000, rank, 32);
        const RotatedPoints rotated = rotate(points);
        EXPECT_EQ(rotated.points.cols(), rank);
        for (std::size_t r = 0; r + 7 < 2000; r += 7) {
            const double expected = distance(points, r, r + 7);
            EXPECT_NEAR(distance(rotated.points, r, r + 7), expected, 1e-4 + 1e-5 * expected);
        }
    }
}

TEST(Rotation, TurnsEachPointByItself) {
    for (const std::size_t cols : {20, 37}) {
        const Matrix points = low_rank_cloud(1000, 4, cols);
        const RotatedPoints rotated = rotate(points);
        ASSERT_FALSE(rotated.rotation.is_none());
        EXPECT_EQ(rotated.rotation.apply(points), rotated.points);
        for (std::size_t r = 0; r < 1000; r += 90) {
            Matrix alone(1, cols);
            std::ranges::copy(points.row(r), alone.row(0).begin());
            EXPECT_TRUE(
                std::ranges::equal(rotated.rotation.apply(alone).row(0), rotated.points.row(r)));
        }
    }
}

TEST(Rotation, KeepsADirectionThatTheSampleMissed) {
    // One point of many leaves the plane of all others.
    Matrix points = low_rank_cloud(5000, 2, 16);
    points(4321, 5) += 50;
    const RotatedPoints rotated = rotate(points);
    EXPECT_LT(rotated.points.cols(), 16U);
    EXPECT_NEAR(distance(rotated.points, 4321, 17), distance(points, 4321, 17), 1e-3);
}

TEST(Rotation, LeavesPointsOfFullRankAlone) {
    const Matrix points = random_cloud(1000, 8, 3);
    EXPECT_EQ(rotate(points).points, points);
    EXPECT_EQ(rotate(points).rotation.apply(points), points);
}

TEST(DistinctPoints, AddUpTheWeightsOfEqualRows) {
    const Matrix points = matrix_of({{1, 2}, {0, 0}, {1, 2}, {-0.0f, 0}, {2, 1}});
    const std::vector<float> weights = {1, 2, 3, 4, 5};
    const DistinctPoints distinct({points, weights, 1});
    EXPECT_EQ(distinct.rows(), matrix_of({{1, 2}, {0, 0}, {2, 1}}));
    EXPECT_EQ(distinct.weights(), (std::vector<float>{4, 6, 5}));
    const std::size_t expected[] = {0, 1, 0, 1, 2};
    for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(distinct.of_point(i), expected[i]);
}

TEST(DistinctPoints, AddUpMoreThanAFloatCounts) {
    const Matrix points = matrix_of({{1}, {1}, {1}, {1}});
    const std::vector<float> weights = {0x1p24f, 1, 1, 2};
    EXPECT_EQ(DistinctPoints({points, weights, 1}).weights().front(), 0x1p24f + 4);
}

TEST(ClusterCount, IsTheWholePartOfFactorTimesGraphs) {
    EXPECT_EQ((ClusterCount{.factor = 0.5}.of(601, 1000)), 300U);
    EXPECT_EQ((ClusterCount{.factor = 0.5}.of(601, 20)), 20U);
    EXPECT_EQ((ClusterCount{.factor = 0.001}.of(601, 20)), 1U);
    EXPECT_EQ((ClusterCount{.factor = 0.5, .k = 7}.of(601, 20)), 7U);
    EXPECT_EQ((ClusterCount{.factor = 2}.of(0, 20)), 1U);
}

}  // namespace
}  // namespace dhgak
