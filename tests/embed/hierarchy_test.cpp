// SPDX-License-Identifier: MIT
#include "embed/hierarchy.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "core/random.h"
#include "dhgak/core/parallel.h"

namespace dhgak {
namespace {

Matrix matrix(const std::vector<std::vector<float>>& rows) {
    Matrix result(rows.size(), rows.front().size());
    for (std::size_t r = 0; r < rows.size(); ++r) std::ranges::copy(rows[r], result.row(r).begin());
    return result;
}

std::vector<HopVectors> random_hops(std::size_t num_nodes, std::size_t num_hops) {
    Random random(1);
    std::vector<HopVectors> hops(num_hops);
    for (HopVectors& hop : hops) {
        hop.vectors = Matrix(40, 5);
        for (float& value : hop.vectors.values()) value = static_cast<float>(random.below(3));
        for (std::size_t v = 0; v < num_nodes; ++v)
            hop.vector_of_node.push_back(static_cast<std::uint32_t>(random.below(40)));
    }
    return hops;
}

TEST(Hierarchy, AddsTheDecayedPastToEachSlice) {
    const std::vector<HopVectors> hops = {
        {matrix({{1, 0}, {0, 2}}), {0, 1, 0}},
        {matrix({{4, 4}}), {0, 0, 0}},
        {matrix({{1, 1}, {0, 0}}), {0, 0, 1}},
    };
    const std::vector<HopPoints> points = accumulate_hops(hops, 0.5f);
    EXPECT_EQ(points[0].points, matrix({{1, 0}, {0, 2}}));
    EXPECT_EQ(points[1].points, matrix({{4.5f, 4}, {4, 5}}));
    EXPECT_EQ(points[2].points, matrix({{3.25f, 3}, {3, 3.5f}, {2.25f, 2}}));
    EXPECT_EQ(points[2].point_of_node, (std::vector<std::uint32_t>{0, 1, 2}));
    EXPECT_EQ(points[1].weights, (std::vector<float>{2, 1}));
}

TEST(Hierarchy, IsEquationOneForEveryNode) {
    const std::vector<HopVectors> hops = random_hops(3000, 5);
    const std::vector<HopPoints> points = accumulate_hops(hops, 0.6f);
    std::vector<std::vector<float>> x(3000, std::vector<float>(5));
    for (std::size_t h = 0; h < hops.size(); ++h)
        for (std::size_t v = 0; v < x.size(); ++v)
            for (std::size_t c = 0; c < 5; ++c) {
                const float e = hops[h].vectors(hops[h].vector_of_node[v], c);
                x[v][c] = h == 0 ? e : e + 0.6f * x[v][c];
                EXPECT_FLOAT_EQ(points[h].points(points[h].point_of_node[v], c), x[v][c]);
            }
}

TEST(Hierarchy, KeepsEachPointOnceAndCountsItsNodes) {
    const std::vector<HopPoints> points = accumulate_hops(random_hops(3000, 5), 0.6f);
    for (const HopPoints& hop : points) {
        std::vector<std::vector<float>> rows;
        for (std::size_t p = 0; p < hop.points.rows(); ++p)
            rows.emplace_back(hop.points.row(p).begin(), hop.points.row(p).end());
        std::ranges::sort(rows);
        EXPECT_EQ(std::ranges::adjacent_find(rows), rows.end());
        std::vector<float> counted(hop.points.rows());
        std::uint32_t next = 0;
        for (const std::uint32_t point : hop.point_of_node) {
            EXPECT_LE(point, next) << "numbered by first occurrence";
            next = std::max(next, point + 1);
            counted[point] += 1.0f;
        }
        EXPECT_EQ(hop.weights, counted);
    }
}

TEST(Hierarchy, MergesHistoriesThatMeetInOnePoint) {
    const std::vector<HopVectors> hops = {
        {matrix({{2, 0}, {0, 0}}), {0, 1}},
        {matrix({{0, 0}, {1, 0}}), {0, 1}},
    };
    const std::vector<HopPoints> points = accumulate_hops(hops, 0.5f);
    EXPECT_EQ(points[1].points, matrix({{1, 0}}));
    EXPECT_EQ(points[1].weights, (std::vector<float>{2}));
}

TEST(Hierarchy, ForgetsThePastWithoutAlpha) {
    const std::vector<HopVectors> hops = random_hops(500, 3);
    const std::vector<HopPoints> points = accumulate_hops(hops, 0.0f);
    for (std::size_t v = 0; v < 500; ++v)
        EXPECT_TRUE(std::ranges::equal(points[2].points.row(points[2].point_of_node[v]),
                                       hops[2].vectors.row(hops[2].vector_of_node[v])));
}

TEST(Hierarchy, LeavesOutVectorsThatNoNodeHas) {
    const std::vector<HopVectors> hops = {{matrix({{7, 7}, {1, 1}, {2, 2}}), {2, 1, 2}}};
    const std::vector<HopPoints> points = accumulate_hops(hops, 1.0f);
    EXPECT_EQ(points[0].points, matrix({{2, 2}, {1, 1}}));
}

TEST(Hierarchy, AcceptsNoNodes) {
    const std::vector<HopVectors> hops(3, HopVectors{Matrix(0, 4), {}});
    const std::vector<HopPoints> points = accumulate_hops(hops, 0.5f);
    ASSERT_EQ(points.size(), 3u);
    EXPECT_EQ(points[2].points.rows(), 0u);
    EXPECT_EQ(points[2].points.cols(), 4u);
}

TEST(Hierarchy, GivesTheSameBitsAtAnyThreadCount) {
    const std::vector<HopVectors> hops = random_hops(20000, 6);
    set_num_threads(1);
    const std::vector<HopPoints> expected = accumulate_hops(hops, 0.6f);
    for (const std::size_t threads : {2, 8}) {
        set_num_threads(threads);
        const std::vector<HopPoints> points = accumulate_hops(hops, 0.6f);
        for (std::size_t h = 0; h < hops.size(); ++h) {
            EXPECT_EQ(points[h].points, expected[h].points);
            EXPECT_EQ(points[h].point_of_node, expected[h].point_of_node);
        }
    }
    set_num_threads(0);
}

}  // namespace
}  // namespace dhgak
