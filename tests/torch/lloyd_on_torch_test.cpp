// SPDX-License-Identifier: MIT
#include <cmath>

#include <gtest/gtest.h>

#include "align/kmeans/lloyd.h"
#include "align/kmeans/starts.h"
#include "align/scan/nearest_scan.h"
#include "core/random.h"
#include "core/select_rows.h"
#include "dhgak/core/error.h"
#include "torch/plugin/entry_points.h"

namespace dhgak {
namespace {

struct Case {
    Matrix points;
    std::vector<float> weights;
    Matrix starts;
};

// Overlapping clouds around a few places, far from the origin as sums of hidden states are.
Case clouds(std::size_t size, std::size_t dims, std::size_t k, float offset) {
    Case result = {Matrix(size, dims), std::vector<float>(size), Matrix(k, dims)};
    Random random(5);
    for (std::size_t i = 0; i < size; ++i) {
        result.weights[i] = static_cast<float>(1 + random.below(4));
        for (float& value : result.points.row(i))
            value = offset + static_cast<float>(i % 7) + static_cast<float>(random.uniform());
    }
    result.starts = select_rows(result.points, draw_random_starts(result.weights.size(), k, 1));
    return result;
}

double distance_between(const Matrix& a, const Matrix& b) {
    double largest = 0;
    for (std::size_t i = 0; i < a.values().size(); ++i)
        largest = std::max(largest, std::abs(static_cast<double>(a.values()[i] - b.values()[i])));
    return largest;
}

// On a GPU by code of our own, on the CPU by LibTorch's operations.
class LloydOnTorch : public testing::TestWithParam<const char*> {
protected:
    void SetUp() override {
        if (device() == "cuda" && !torch_sees_gpu())
            GTEST_SKIP() << "no GPU, or a LibTorch without CUDA";
    }

    static std::string device() { return GetParam(); }

    static LloydResult run(const Matrix& points, std::span<const float> weights,
                           const Matrix& starts, const LloydOptions& options = {}) {
        return lloyd_on_torch(points, weights, {&starts, 1}, options, device()).front();
    }

    static void expect_same(const Case& c, const LloydOptions& options, double tolerance) {
        const LloydResult expected = lloyd(c.points, c.weights, c.starts, options);
        const LloydResult result = run(c.points, c.weights, c.starts, options);
        EXPECT_EQ(result.center_of_point, expected.center_of_point);
        EXPECT_EQ(result.iterations, expected.iterations);
        EXPECT_EQ(result.converged, expected.converged);
        EXPECT_LT(distance_between(result.centers, expected.centers), tolerance);
    }
};

INSTANTIATE_TEST_SUITE_P(Devices, LloydOnTorch, testing::Values("cpu", "cuda"),
                         [](const auto& device) { return std::string(device.param); });

TEST_P(LloydOnTorch, GivesTheClustersOfOurOwn) {
    expect_same(clouds(3000, 16, 7, 0), {}, 1e-5);
    expect_same(clouds(500, 3, 40, 0), {.iterations = 3}, 1e-5);
    expect_same(clouds(3000, 16, 20, 0), {}, 1e-5);
    expect_same(clouds(4000, 6, 200, 0), {}, 1e-5);  // most centers rest in late iterations
}

TEST_P(LloydOnTorch, GivesEachOfSeveralStartsItsOwnResult) {
    const Case c = clouds(1000, 8, 30, 0);
    std::vector<Matrix> starts;
    for (const std::uint64_t seed : {1, 2, 3})
        starts.push_back(select_rows(c.points, draw_random_starts(1000, 30, seed)));
    const auto together = lloyd_on_torch(c.points, c.weights, starts, {}, device());
    ASSERT_EQ(together.size(), starts.size());
    for (std::size_t i = 0; i < starts.size(); ++i) {
        const LloydResult alone = run(c.points, c.weights, starts[i]);
        EXPECT_EQ(together[i].center_of_point, alone.center_of_point);
        EXPECT_EQ(together[i].centers, alone.centers);
    }
    EXPECT_NE(together[0].center_of_point, together[1].center_of_point);
}

TEST_P(LloydOnTorch, EndsAsGoodAsOurOwnWhereRoundingDecides) {
    const Case c = clouds(3000, 16, 20, 0);
    const LloydResult expected = lloyd(c.points, c.weights, c.starts, {});
    const LloydResult result = run(c.points, c.weights, c.starts);
    EXPECT_TRUE(result.converged);
    const double cost = inertia(c.points, c.weights, expected);
    EXPECT_NEAR(inertia(c.points, c.weights, result), cost, 0.01 * cost);
    // Every point is with its nearest center.
    EXPECT_EQ(scan_nearest(c.points, RowGroups(result.centers)), result.center_of_point);
}

TEST_P(LloydOnTorch, KeepsItsDigitsFarFromTheOrigin) {
    expect_same(clouds(1000, 32, 10, 1000), {}, 1e-3);
}

TEST_P(LloydOnTorch, TakesTheFirstOfEquallyNearCenters) {
    Case c = {Matrix(5, 1), std::vector<float>(5, 1), Matrix(2, 1)};
    for (std::size_t i = 0; i < 5; ++i) c.points(i, 0) = static_cast<float>(i);  // 0 1 2 3 4
    c.starts(0, 0) = 1;
    c.starts(1, 0) = 3;  // 2 lies in the middle
    const LloydResult result = run(c.points, c.weights, c.starts);
    EXPECT_EQ(result.center_of_point, (std::vector<std::int32_t>{0, 0, 0, 1, 1}));
    expect_same(c, {}, 1e-6);
}

TEST_P(LloydOnTorch, MovesEmptyCentersToTheFarthestPoints) {
    // The second and third start are taken by nobody: the first equals them and comes first.
    Case c = {Matrix(6, 2), {1, 2, 1, 1, 3, 1}, Matrix(3, 2)};
    const float places[] = {0, 1, 2, 10, 11, 30};
    for (std::size_t i = 0; i < 6; ++i) c.points(i, 0) = places[i];
    expect_same(c, {}, 1e-5);
    const LloydResult result = run(c.points, c.weights, c.starts);
    EXPECT_EQ(result.center_of_point[5], 1) << "30 is farthest, for the first empty center";
}

TEST_P(LloydOnTorch, CountsAWeightAsThatManyPoints) {
    const Case c = clouds(300, 4, 5, 0);
    std::vector<std::uint32_t> copies;
    for (std::uint32_t i = 0; i < 300; ++i)
        copies.insert(copies.end(), static_cast<std::size_t>(c.weights[i]), i);
    const Matrix all = select_rows(c.points, copies);
    const LloydResult weighted = run(c.points, c.weights, c.starts);
    const LloydResult plain = run(all, std::vector<float>(copies.size(), 1), c.starts);
    EXPECT_LT(distance_between(weighted.centers, plain.centers), 1e-5);
    for (std::size_t i = 0; i < copies.size(); ++i)
        EXPECT_EQ(plain.center_of_point[i], weighted.center_of_point[copies[i]]);
}

TEST_P(LloydOnTorch, TakesCoordinatesOfAnySize) {
    for (const float size : {1e-15f, 1e-6f, 1e6f, 1e15f}) {
        Case c = clouds(500, 5, 12, 0);
        for (float& value : c.points.values()) value *= size;
        for (float& value : c.starts.values()) value *= size;
        expect_same(c, {}, 1e-5 * static_cast<double>(size));
    }
    // Some so small beside the others that few of their digits count.
    Case c = clouds(500, 5, 12, 0);
    for (std::size_t i = 0; i < 250; ++i)
        for (float& value : c.points.row(i)) value *= 1e-4f;
    c.starts = select_rows(c.points, draw_random_starts(500, 12, 1));
    expect_same(c, {}, 1e-5);
}

TEST_P(LloydOnTorch, RefusesCoordinatesBeyondItsRange) {
    Case c = clouds(10, 2, 2, 0);
    c.points(3, 1) = 1e20f;
    EXPECT_THROW(run(c.points, c.weights, c.starts), InputError);
}

TEST(LloydOnTorchAlone, NeedsAGpuWhereOneIsAskedFor) {
    if (torch_sees_gpu()) GTEST_SKIP() << "there is a GPU";
    const Case c = clouds(10, 2, 2, 0);
    EXPECT_THROW(lloyd_on_torch(c.points, c.weights, {&c.starts, 1}, {}, "cuda"), ConfigError);
}

}  // namespace
}  // namespace dhgak
