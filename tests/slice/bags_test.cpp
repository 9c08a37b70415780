// SPDX-License-Identifier: MIT
#include "slice/bags.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "dhgak/core/parallel.h"
#include "slice/algorithm1.h"
#include "slice/slice_cases.h"
#include "support/graphs.h"

namespace dhgak {
namespace {

using namespace testing_support;
using Counts = std::map<std::uint32_t, std::uint32_t>;

Counts bag_of(const HopBags& hop, std::size_t node) {
    Counts counts;
    const std::size_t bag = hop.bag_of_node[node];
    for (std::size_t i = hop.offsets[bag]; i < hop.offsets[bag + 1]; ++i)
        counts[hop.labels[i]] = hop.counts[i];
    return counts;
}

bool same(const HopBags& a, const HopBags& b) {
    return a.bag_of_node == b.bag_of_node && a.offsets == b.offsets && a.labels == b.labels &&
           a.counts == b.counts && a.multiplicity == b.multiplicity;
}

TEST(BagSlices, CountsTheLabelsOfASmallTreeWorkedByHand) {
    const Dataset dataset = make_dataset(
        {{.labels = {1, 2, 4, 3, 3, 1}, .edges = {{0, 1}, {0, 2}, {0, 3}, {1, 4}, {2, 5}}}});
    const std::vector<HopBags> hops = bag_slices(cut_slices(dataset, {.H = 3, .b = 1}));
    ASSERT_EQ(hops.size(), 4U);
    EXPECT_EQ(bag_of(hops[0], 0), (Counts{{1, 1}, {2, 1}, {3, 1}, {4, 1}}));
    EXPECT_EQ(bag_of(hops[1], 0), (Counts{{1, 4}, {2, 1}, {3, 2}, {4, 1}}));
    EXPECT_EQ(bag_of(hops[2], 0), (Counts{{1, 1}, {2, 1}, {3, 1}, {4, 1}}));
    EXPECT_EQ(bag_of(hops[3], 0), bag_of(hops[2], 0));  // nothing at depth 3: repeated
}

TEST(BagSlices, CountsWhatAlgorithm1WritesOut) {
    const Dataset dataset = make_dataset(varied_graphs());
    for (const SliceOptions& options : varied_options()) {
        const Slices slices = cut_slices(dataset, options);
        const std::vector<HopBags> hops = bag_slices(slices);
        for (std::size_t g = 0; g < dataset.num_graphs(); ++g) {
            const Graph graph = dataset.graph(g);
            const auto size = static_cast<std::uint32_t>(graph.num_nodes());
            for (std::uint32_t v = 0; v < size; v += 1 + size / 8) {
                for (int h = 0; h <= options.H; ++h) {
                    Counts expected;
                    for (const std::uint32_t u : plain_slice(slices, g, v, h))
                        ++expected[graph.labels[u]];
                    ASSERT_EQ(bag_of(hops[h], graph.first_node + v), expected)
                        << "graph " << g << ", node " << v << ", hop " << h;
                }
            }
        }
    }
}

TEST(BagSlices, CountsGraphsTooLargeForASweep) {
    // A ring of 9,000 nodes with every third labelled 1 has the bags of a ring of 90.
    std::vector<PlainGraph> graphs = {cycle_graph(90), cycle_graph(9000)};
    for (PlainGraph& graph : graphs)
        for (std::size_t v = 0; v < graph.labels.size(); v += 3) graph.labels[v] = 1;
    const Dataset dataset = make_dataset(graphs);
    for (const int b : {0, 2}) {
        const std::vector<HopBags> hops =
            bag_slices(cut_slices(dataset, {.H = 4, .b = b, .short_hops = ShortHops::empty}));
        for (const HopBags& hop : hops)
            for (std::size_t v = 0; v < 9000; ++v)
                ASSERT_EQ(hop.bag_of_node[90 + v], hop.bag_of_node[v % 3]);
    }
}

TEST(BagSlices, NumbersDistinctBagsByFirstOccurrence) {
    const Dataset dataset = make_dataset(varied_graphs());
    for (const HopBags& hop : bag_slices(cut_slices(dataset, {.H = 4, .b = 1}))) {
        std::uint32_t next = 0;
        std::vector<std::uint32_t> nodes_with(hop.num_bags());
        for (const std::uint32_t bag : hop.bag_of_node) {
            ASSERT_LE(bag, next);
            next = std::max(next, bag + 1);
            ++nodes_with[bag];
        }
        EXPECT_EQ(next, hop.num_bags());
        EXPECT_EQ(nodes_with, hop.multiplicity);

        std::set<std::vector<std::uint32_t>> distinct;
        for (std::size_t bag = 0; bag < hop.num_bags(); ++bag) {
            std::vector<std::uint32_t> content;
            for (std::size_t i = hop.offsets[bag]; i < hop.offsets[bag + 1]; ++i) {
                EXPECT_GT(hop.counts[i], 0U);
                EXPECT_TRUE(i == hop.offsets[bag] || hop.labels[i - 1] < hop.labels[i]);
                content.push_back(hop.labels[i]);
                content.push_back(hop.counts[i]);
            }
            distinct.insert(content);
        }
        EXPECT_EQ(distinct.size(), hop.num_bags());
    }
}

TEST(BagSlices, StayTheSameWhenNodesAreRenumbered) {
    Random random(11);
    for (const std::uint32_t size : {12U, 50U, 100U, 300U}) {
        const PlainGraph graph = random_graph(random, size, 2.5, 3);
        const auto new_number = random_permutation(random, size);
        const Dataset dataset = make_dataset({graph, renumbered(graph, new_number)});
        for (const HopBags& hop : bag_slices(cut_slices(dataset, {.H = 5, .b = 2})))
            for (std::size_t v = 0; v < size; ++v)
                ASSERT_EQ(hop.bag_of_node[v], hop.bag_of_node[size + new_number[v]]);
    }
}

// A table of nodes x labels would take 6.4 GB.
TEST(BagSlices, FitInMemoryWhereEachNodeHasALabelOfItsOwn) {
    constexpr std::uint32_t kSize = 40'000;
    PlainGraph graph = cycle_graph(kSize);
    std::iota(graph.labels.begin(), graph.labels.end(), 0U);
    const Dataset dataset = make_dataset({graph});
    const std::vector<HopBags> hops = bag_slices(cut_slices(dataset, {.H = 2, .b = 1}));
    for (std::uint32_t h = 0; h <= 2; ++h) {
        const HopBags& hop = hops[h];
        ASSERT_EQ(hop.num_bags(), kSize);
        for (const std::uint32_t v : {0U, 7U, kSize - 1}) {
            std::map<std::uint32_t, std::uint32_t> expected;
            for (const std::uint32_t u :
                 std::set<std::uint32_t>{(v + h) % kSize, (v + kSize - h) % kSize})
                for (const std::uint32_t step : {kSize - 1, 0U, 1U}) ++expected[(u + step) % kSize];
            std::map<std::uint32_t, std::uint32_t> found;
            const std::uint32_t bag = hop.bag_of_node[v];
            for (std::size_t i = hop.offsets[bag]; i < hop.offsets[bag + 1]; ++i)
                found[hop.labels[i]] = hop.counts[i];
            EXPECT_EQ(found, expected);
        }
    }
}

TEST(BagSlices, AreTheSameAtAnyThreadCount) {
    std::vector<PlainGraph> graphs;
    Random random(5);
    for (std::uint32_t i = 0; i < 300; ++i)
        graphs.push_back(random_graph(random, 5 + i % 60, 2.0, 3));
    const Dataset dataset = make_dataset(graphs);
    const SliceOptions options = {.H = 4, .b = 1};
    set_num_threads(1);
    const Slices slices = cut_slices(dataset, options);
    const std::vector<HopBags> expected = bag_slices(slices);
    for (const std::size_t threads : {2, 8}) {
        set_num_threads(threads);
        const Slices again = cut_slices(dataset, options);
        for (std::size_t g = 0; g < dataset.num_graphs(); ++g)
            ASSERT_TRUE(std::ranges::equal(again.rank(g), slices.rank(g)));
        const std::vector<HopBags> hops = bag_slices(again);
        for (std::size_t h = 0; h < hops.size(); ++h) EXPECT_TRUE(same(hops[h], expected[h]));
    }
    set_num_threads(0);
}

TEST(BagSlices, TakesNoGraphsAndGraphsWithoutNodes) {
    for (const std::size_t num_graphs : {0, 3}) {
        const Dataset dataset = make_dataset(std::vector<PlainGraph>(num_graphs));
        const std::vector<HopBags> hops = bag_slices(cut_slices(dataset, {.H = 2, .b = 1}));
        ASSERT_EQ(hops.size(), 3U);
        for (const HopBags& hop : hops) {
            EXPECT_EQ(hop.num_bags(), 0U);
            EXPECT_TRUE(hop.bag_of_node.empty());
        }
    }
}

TEST(BagSlices, KeepsTheEmptyBagApartFromTheOthers) {
    const Dataset dataset = make_dataset({path_graph(3), {.labels = {0}, .edges = {}}});
    const std::vector<HopBags> hops =
        bag_slices(cut_slices(dataset, {.H = 2, .b = 0, .short_hops = ShortHops::empty}));
    EXPECT_EQ(hops[2].bag_of_node, (std::vector<std::uint32_t>{0, 1, 0, 1}));
    EXPECT_EQ(hops[2].offsets, (std::vector<std::size_t>{0, 1, 1}));
    EXPECT_EQ(hops[2].multiplicity, (std::vector<std::uint32_t>{2, 2}));
}

}  // namespace
}  // namespace dhgak
