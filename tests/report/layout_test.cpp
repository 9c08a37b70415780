// SPDX-License-Identifier: MIT
#include "report/layout.h"
#include "neighbors/nearest_graphs.h"

#include <cmath>

#include <gtest/gtest.h>

#include "report/graph_map.h"
#include "support/graphs.h"

namespace dhgak {
namespace {

using namespace testing_support;

double distance(const PlanePoint& a, const PlanePoint& b) {
    return std::hypot(a.x - b.x, a.y - b.y);
}

std::vector<PlanePoint> places_of(const PlainGraph& graph) {
    const Dataset dataset = make_dataset({graph});
    return lay_out(dataset.graph(0));
}

TEST(Layout, DrawsAPathAsALine) {
    const auto places = places_of(path_graph(8));
    EXPECT_NEAR(distance(places[0], places[7]), 7, 0.7);
    for (std::size_t v = 1; v < 8; ++v) EXPECT_NEAR(distance(places[v - 1], places[v]), 1, 0.2);
}

TEST(Layout, DrawsARingRound) {
    const auto places = places_of(cycle_graph(6));
    for (std::size_t v = 0; v < 6; ++v)
        EXPECT_NEAR(distance(places[v], places[(v + 1) % 6]), 1, 0.25);
    EXPECT_NEAR(distance(places[0], places[3]), distance(places[1], places[4]), 0.2);
}

// Two rings at the ends of a chain: seen from afar, a ring has no width, and it folds easily.
TEST(Layout, UnfoldsRingsAtTheEndsOfAChain) {
    PlainGraph graph = path_graph(20);
    graph.edges.push_back({0, 5});
    graph.edges.push_back({14, 19});
    const auto places = places_of(graph);
    for (const std::size_t first : {std::size_t{0}, std::size_t{14}})
        for (std::size_t v = 0; v < 3; ++v)
            EXPECT_NEAR(distance(places[first + v], places[first + v + 3]), 2, 0.6) << first + v;
}

TEST(Layout, KeepsComponentsApart) {
    const auto places = places_of(disjoint_union(cycle_graph(5), cycle_graph(5)));
    for (std::size_t a = 0; a < 5; ++a)
        for (std::size_t b = 5; b < 10; ++b) EXPECT_GT(distance(places[a], places[b]), 0.9);
}

TEST(Layout, IsFiniteForOddGraphsAndTheSameEachTime) {
    Random random(1);
    for (const PlainGraph& graph :
         {PlainGraph{}, path_graph(1), path_graph(2), bipartite_graph(1, 40),
          bipartite_graph(3, 500), random_graph(random, 700, 1.5, 2), cycle_graph(2000)}) {
        const auto places = places_of(graph), again = places_of(graph);
        ASSERT_EQ(places.size(), graph.labels.size());
        for (std::size_t v = 0; v < places.size(); ++v) {
            EXPECT_TRUE(std::isfinite(places[v].x) && std::isfinite(places[v].y));
            EXPECT_EQ(places[v].x, again[v].x);
        }
    }
}

// Points on a line and a little across: the axes are known.
TEST(GraphMap, FindsTheDirectionsOfMostVariance) {
    SparseMatrix features;
    features.num_cols = 3;
    const std::vector<std::vector<double>> rows = {{0, 0, 1}, {4, 1, 1}, {8, 0, 1}, {12, 1, 1}};
    for (const auto& row : rows) {
        for (std::int32_t c = 0; c < 3; ++c) {
            features.columns.push_back(c);
            features.values.push_back(row[static_cast<std::size_t>(c)]);
        }
        features.row_offsets.push_back(static_cast<std::int64_t>(features.values.size()));
    }
    const GraphMap map = map_graphs(features);
    EXPECT_NEAR(std::abs(map.points[0].x - map.points[3].x), std::hypot(12, 1), 0.1);
    EXPECT_GT(map.shares[0], 0.98);
    EXPECT_NEAR(map.shares[0] + map.shares[1], 1, 1e-6);
    const auto nearest = nearest_graphs(features, 2);
    EXPECT_EQ(nearest[0].front().kernel, 1);  // 0 . anything + 1
    EXPECT_EQ(nearest[1].front().graph, 3U);
}

}  // namespace
}  // namespace dhgak
