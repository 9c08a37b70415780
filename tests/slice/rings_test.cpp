// SPDX-License-Identifier: MIT
#include "slice/rings.h"

#include <algorithm>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "slice/algorithm1.h"
#include "slice/bags/ball_sweep.h"
#include "slice/centrality.h"
#include "slice/slice_cases.h"

namespace dhgak {
namespace {

using namespace testing_support;

Tokens copy(std::span<const std::uint32_t> nodes) { return {nodes.begin(), nodes.end()}; }

TEST(RingSearch, FindsTheNodesAtEachDepthInTheOrderOfRanks) {
    const Dataset dataset = make_dataset(varied_graphs());
    for (std::size_t g = 0; g < dataset.num_graphs(); ++g) {
        const Graph graph = dataset.graph(g);
        const std::vector<std::uint32_t> rank = rank_nodes(graph);
        RingSearch search(graph, rank);
        for (std::uint32_t v = 0; v < graph.num_nodes(); ++v) {
            for (const int depth : {0, 1, 4, 1000}) {
                std::vector<Tokens> expected = plain_rings(graph, v, depth);
                search.search(v, depth);
                ASSERT_EQ(search.num_rings(), static_cast<int>(expected.size()));
                Tokens ball;
                for (int h = 0; h < search.num_rings(); ++h) {
                    Tokens& ring = expected[static_cast<std::size_t>(h)];
                    std::sort(ring.begin(), ring.end(),
                              [&](std::uint32_t a, std::uint32_t b) { return rank[a] < rank[b]; });
                    ASSERT_EQ(copy(search.ring(h)), ring);
                    ball.insert(ball.end(), ring.begin(), ring.end());
                    ASSERT_EQ(copy(search.ball(h)), ball);
                }
                ASSERT_EQ(copy(search.ball(depth)), ball);
            }
        }
    }
}

TEST(RingSearch, IsSymmetric) {
    const Dataset dataset = make_dataset(varied_graphs());
    for (std::size_t g = 0; g < dataset.num_graphs(); ++g) {
        const Graph graph = dataset.graph(g);
        const std::vector<std::uint32_t> rank = rank_nodes(graph);
        RingSearch search(graph, rank);
        std::set<std::vector<std::uint32_t>> at;  // {v, h, u}: u is in N_h(v)
        for (std::uint32_t v = 0; v < graph.num_nodes(); ++v) {
            search.search(v, 6);
            for (int h = 0; h < search.num_rings(); ++h)
                for (const std::uint32_t u : search.ring(h))
                    at.insert({v, static_cast<std::uint32_t>(h), u});
        }
        for (const auto& found : at) ASSERT_TRUE(at.count({found[2], found[1], found[0]}));
    }
}

TEST(BallSweep, FindsTheSameRingsForAllNodesAtOnce) {
    const Dataset dataset = make_dataset(varied_graphs());
    for (std::size_t g = 0; g < dataset.num_graphs(); ++g) {
        const Graph graph = dataset.graph(g);
        BallSweep sweep(graph);
        for (std::size_t h = 0; h < 8; ++h) {
            bool any = false;
            for (std::uint32_t v = 0; v < graph.num_nodes(); ++v) {
                const std::vector<Tokens> rings = plain_rings(graph, v, 8);
                Tokens expected = h < rings.size() ? rings[h] : Tokens{};
                std::sort(expected.begin(), expected.end());
                Tokens found;
                sweep.visit_ring(
                    v, [&](std::size_t u) { found.push_back(static_cast<std::uint32_t>(u)); });
                ASSERT_EQ(found, expected);
                any = any || h + 1 < rings.size();
            }
            ASSERT_EQ(sweep.advance(), any);
        }
    }
}

}  // namespace
}  // namespace dhgak
