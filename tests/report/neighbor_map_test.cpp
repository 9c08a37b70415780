// SPDX-License-Identifier: MIT
#include "report/neighbor_map.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "core/random.h"
#include "dhgak/core/parallel.h"
#include "report/graph_map.h"

namespace dhgak {
namespace {

// Rows of length 1 in groups: those of a group have a column in common, beside one of noise.
SparseMatrix groups_of_rows(std::size_t num_groups, std::size_t rows_of_group) {
    SparseMatrix features = {.num_cols = num_groups + 40};
    Random random(3);
    for (std::size_t g = 0; g < num_groups * rows_of_group; ++g) {
        const double noise = 0.1 + 0.4 * random.uniform();
        features.columns.push_back(static_cast<std::int32_t>(g / rows_of_group));
        features.values.push_back(std::sqrt(1 - noise * noise));
        features.columns.push_back(static_cast<std::int32_t>(num_groups + g % 40));
        features.values.push_back(noise);
        features.row_offsets.push_back(static_cast<std::int64_t>(features.values.size()));
    }
    return features;
}

double distance(const PlanePoint& a, const PlanePoint& b) {
    return std::hypot(a.x - b.x, a.y - b.y);
}

// Four groups need three directions, so that two show them one upon the other.
TEST(NeighborMap, KeepsGroupsTogetherAndApart) {
    const SparseMatrix features = groups_of_rows(4, 40);
    const std::vector<PlanePoint> map = map_neighbors(features, map_graphs(features).points);
    ASSERT_EQ(map.size(), 160U);
    std::size_t strangers = 0;
    for (std::size_t g = 0; g < map.size(); ++g) {
        double best = std::numeric_limits<double>::infinity();
        std::size_t nearest = 0;
        for (std::size_t other = 0; other < map.size(); ++other)
            if (other != g && distance(map[g], map[other]) < best) {
                best = distance(map[g], map[other]);
                nearest = other;
            }
        strangers += nearest / 40 != g / 40;
    }
    EXPECT_LE(strangers, 3U);
}

TEST(NeighborMap, GivesEqualRowsOnePlace) {
    SparseMatrix features = groups_of_rows(2, 20);
    for (std::size_t g = 1; g < 20; ++g) {  // all of the first group like its first
        features.columns[2 * g + 1] = features.columns[1];
        features.values[2 * g] = features.values[0];
        features.values[2 * g + 1] = features.values[1];
    }
    const std::vector<PlanePoint> map = map_neighbors(features, map_graphs(features).points);
    for (std::size_t g = 1; g < 20; ++g) EXPECT_EQ(distance(map[0], map[g]), 0.0);
    EXPECT_GT(distance(map[0], map[20]), 0.0);
}

TEST(NeighborMap, IsTheSameForAnyNumberOfThreads) {
    const SparseMatrix features = groups_of_rows(3, 30);
    const std::vector<PlanePoint> start = map_graphs(features).points;
    set_num_threads(1);
    const std::vector<PlanePoint> one = map_neighbors(features, start);
    set_num_threads(3);
    const std::vector<PlanePoint> three = map_neighbors(features, start);
    set_num_threads(0);
    for (std::size_t g = 0; g < one.size(); ++g) EXPECT_EQ(distance(one[g], three[g]), 0.0);
}

TEST(NeighborMap, LeavesAFewRowsWhereTheyAre) {
    const SparseMatrix features = groups_of_rows(1, 3);
    const std::vector<PlanePoint> start = {{1, 2}, {3, 4}, {5, 6}};
    const std::vector<PlanePoint> map = map_neighbors(features, start);
    for (std::size_t g = 0; g < start.size(); ++g) EXPECT_EQ(distance(map[g], start[g]), 0.0);
}

}  // namespace
}  // namespace dhgak
