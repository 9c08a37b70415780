// SPDX-License-Identifier: MIT
#include "kernels/transport/wasserstein.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "core/random.h"
#include "dhgak/core/error.h"
#include "kernel/plain_transport.h"
#include "kernels/transport/transport.h"

namespace dhgak {
namespace {

using Nodes = std::vector<std::uint32_t>;  // the point of each node

Matrix make_points(const std::vector<std::vector<float>>& rows) {
    Matrix points(rows.size(), rows[0].size());
    for (std::size_t p = 0; p < rows.size(); ++p) std::ranges::copy(rows[p], points.row(p).begin());
    return points;
}

Matrix random_points(Random& random, std::size_t count, std::size_t dimensions) {
    Matrix points(count, dimensions);
    for (float& value : points.values()) value = static_cast<float>(random.uniform() * 10 - 5);
    return points;
}

Nodes random_nodes(Random& random, std::size_t count, std::size_t num_points) {
    Nodes nodes(count);
    for (std::uint32_t& point : nodes) point = static_cast<std::uint32_t>(random.below(num_points));
    return nodes;
}

double distance(const Matrix& points, const Nodes& a, const Nodes& b) {
    const auto count = [](Nodes nodes, Nodes& distinct) {
        std::ranges::sort(nodes);
        Nodes counts;
        for (const std::uint32_t point : nodes) {
            if (distinct.empty() || distinct.back() != point) {
                distinct.push_back(point);
                counts.push_back(0);
            }
            ++counts.back();
        }
        return counts;
    };
    Nodes points_a, points_b;
    const Nodes counts_a = count(a, points_a), counts_b = count(b, points_b);
    return wasserstein_distance(points, {.points = points_a, .counts = counts_a},
                                {.points = points_b, .counts = counts_b});
}

class Wasserstein : public testing::TestWithParam<std::size_t> {};  // dimensions

TEST_P(Wasserstein, IsTheBestAssignmentBetweenAsManyNodes) {
    Random random(1);
    for (int round = 0; round < 60; ++round) {
        const std::size_t size = 1 + random.below(7);
        const Matrix points = random_points(random, 2 * size, GetParam());
        const Nodes a = random_nodes(random, size, 2 * size);
        const Nodes b = random_nodes(random, size, 2 * size);
        ASSERT_NEAR(distance(points, a, b), best_assignment(points, a, b), 1e-9) << round;
    }
}

TEST_P(Wasserstein, IsTheCheapestTransportBetweenDifferentNumbersOfNodes) {
    Random random(2);
    for (int round = 0; round < 60; ++round) {
        const std::size_t num_points = 2 + random.below(30);
        const Matrix points = random_points(random, num_points, GetParam());
        const Nodes a = random_nodes(random, 1 + random.below(25), num_points);
        const Nodes b = random_nodes(random, 1 + random.below(25), num_points);
        ASSERT_NEAR(distance(points, a, b), plain_wasserstein(points, a, b), 1e-9) << round;
    }
}

TEST_P(Wasserstein, IsAMetric) {
    Random random(3);
    for (int round = 0; round < 60; ++round) {
        const Matrix points = random_points(random, 12, GetParam());
        const Nodes a = random_nodes(random, 1 + random.below(20), 12);
        const Nodes b = random_nodes(random, 1 + random.below(20), 12);
        const Nodes c = random_nodes(random, 1 + random.below(20), 12);
        ASSERT_EQ(distance(points, a, b), distance(points, b, a));
        ASSERT_LE(distance(points, a, c), distance(points, a, b) + distance(points, b, c) + 1e-9);
        ASSERT_EQ(distance(points, a, a), 0);
        Nodes thrice;
        for (int copy = 0; copy < 3; ++copy) thrice.insert(thrice.end(), a.begin(), a.end());
        ASSERT_EQ(distance(points, a, thrice), 0) << "the same shares of mass";
        ASSERT_NEAR(distance(points, thrice, b), distance(points, a, b), 1e-9);
    }
}

// Mass that lies on each other stays; moving all of it must cost the same.
TEST_P(Wasserstein, MayLeaveCommonMassWhereItIs) {
    Random random(4);
    for (int round = 0; round < 30; ++round) {
        const Matrix points = random_points(random, 8, GetParam());
        const Nodes a = random_nodes(random, 5 + random.below(30), 8);
        const Nodes b = random_nodes(random, 5 + random.below(30), 8);
        std::vector<double> costs;
        for (const std::uint32_t p : a)
            for (const std::uint32_t q : b) costs.push_back(plain_distance(points, p, q));
        const std::vector supplies(a.size(), static_cast<std::int64_t>(b.size()));
        const std::vector demands(b.size(), static_cast<std::int64_t>(a.size()));
        const double whole =
            transport_cost(supplies, demands, costs) / static_cast<double>(a.size() * b.size());
        ASSERT_NEAR(distance(points, a, b), whole, 1e-9);
    }
}

INSTANTIATE_TEST_SUITE_P(Dimensions, Wasserstein, testing::Values(1, 2, 3, 8, 19));

TEST(WassersteinByHand, MovesASquareByItsShift) {
    const Matrix points =
        make_points({{0, 0}, {0, 1}, {1, 0}, {1, 1}, {3, 4}, {3, 5}, {4, 4}, {4, 5}});
    EXPECT_DOUBLE_EQ(distance(points, {0, 1, 2, 3}, {4, 5, 6, 7}), 5);
}

TEST(WassersteinByHand, SplitsThePointInTheMiddle) {
    const Matrix points = make_points({{0, 0}, {-3, 0}, {0, 4}, {5, 12}});
    EXPECT_DOUBLE_EQ(distance(points, {0}, {1, 2}), 3.5);
    EXPECT_DOUBLE_EQ(distance(points, {0, 0, 0}, {1, 2, 3}), 20.0 / 3);
    EXPECT_DOUBLE_EQ(distance(points, {0, 1}, {0, 2, 2, 2}), (0.25 * 4 + 0.5 * 5));
}

TEST(WassersteinByHand, CrossesGapsOnALine) {
    const Matrix points = make_points({{0}, {1}, {3}, {10}});
    EXPECT_DOUBLE_EQ(distance(points, {0}, {3}), 10);
    EXPECT_DOUBLE_EQ(distance(points, {0, 3}, {1, 2}), 4);
    EXPECT_DOUBLE_EQ(distance(points, {0, 1, 2}, {2, 3}), 1.0 / 3 + 2 * 2.0 / 3 + 7 * 0.5);
}

TEST(Transport, IsExactForCostsOfAnyScale) {
    Random random(5);
    for (const double scale : {1e-30, 1e-6, 1.0, 1e20}) {
        std::vector<std::int64_t> supplies(9), demands(9);
        std::int64_t surplus = 0;
        for (std::size_t k = 0; k < 9; ++k) {
            supplies[k] = 1 + static_cast<std::int64_t>(random.below(1000));
            demands[k] = 1 + static_cast<std::int64_t>(random.below(1000));
            surplus += supplies[k] - demands[k];
        }
        (surplus > 0 ? demands : supplies)[0] += std::abs(surplus);
        std::vector<double> costs(81), scaled(81);
        for (std::size_t k = 0; k < 81; ++k) scaled[k] = (costs[k] = random.uniform()) * scale;
        const double expected = plain_transport(supplies, demands, costs);
        EXPECT_NEAR(transport_cost(supplies, demands, scaled) / scale, expected, 1e-9 * expected);
    }
}

TEST(Transport, RefusesMoreSupplyThanDemand) {
    const std::vector<std::int64_t> supplies = {2, 2}, demands = {1, 2};
    const std::vector<double> costs = {1, 2, 3, 4};
    EXPECT_THROW((void)transport_cost(supplies, demands, costs), Error);
}

TEST(Transport, CostsNothingWhereEveryWayIsFree) {
    EXPECT_EQ(transport_cost(std::vector<std::int64_t>{2, 2}, std::vector<std::int64_t>{1, 3},
                             std::vector<double>(4)),
              0);
}

}  // namespace
}  // namespace dhgak
