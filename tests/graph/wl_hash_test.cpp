// SPDX-License-Identifier: MIT
#include "graph/wl_hash.h"

#include <numeric>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/random.h"
#include "dhgak/core/parallel.h"
#include "graph/demo.h"
#include "graph/tu_texts.h"

namespace dhgak {
namespace {

// The same graphs with the nodes of each renumbered at random.
Dataset renumber(const Dataset& d, Random& random) {
    TuTexts texts;
    for (std::size_t g = 0; g < d.num_graphs(); ++g) {
        const Graph graph = d.graph(g);
        std::vector<std::size_t> number(graph.num_nodes()), node(graph.num_nodes());
        std::iota(number.begin(), number.end(), std::size_t{0});
        random.shuffle(number);
        for (std::size_t v = 0; v < number.size(); ++v) node[number[v]] = v;
        for (const std::size_t v : node) {
            texts["graph_indicator"] += std::to_string(g + 1) + "\n";
            texts["node_labels"] += std::to_string(graph.labels[v]) + "\n";
            for (std::size_t i = 0; i < graph.degree(v); ++i) {
                const std::size_t first = graph.first_node + 1;
                texts["A"] += std::to_string(first + number[v]) + "," +
                              std::to_string(first + number[graph.neighbors(v)[i]]) + "\n";
                texts["edge_labels"] +=
                    std::to_string(d.edge_labels[graph.arc_offsets[v] + i]) + "\n";
            }
        }
    }
    return read_texts(texts);
}

TEST(WlHash, DoesNotDependOnTheNumbering) {
    Random random(5);
    const Dataset d = make_demo_dataset();
    const Dataset renumbered = renumber(d, random);
    ASSERT_NE(renumbered.neighbors, d.neighbors);
    EXPECT_EQ(wl_hashes(renumbered), wl_hashes(d));
    EXPECT_EQ(wl_hashes(renumbered, {.edge_labels = true}), wl_hashes(d, {.edge_labels = true}));
}

TEST(WlHash, IsTheSameAtAnyThreadCount) {
    const Dataset d = make_demo_dataset();
    set_num_threads(1);
    const std::vector<WlHash> one = wl_hashes(d);
    set_num_threads(8);
    EXPECT_EQ(wl_hashes(d), one);
    set_num_threads(0);
}

TEST(WlHash, TellsApartWhatWlTellsApart) {
    const TuTexts texts = {
        {"A", "1,2\n2,3\n4,5\n5,6\n7,8\n8,9\n9,7\n10,11\n13,14\n14,15\n15,16\n17,18\n19,20\n"},
        {"graph_indicator", "1\n1\n1\n2\n2\n2\n3\n3\n3\n4\n4\n4\n5\n5\n5\n5\n6\n6\n6\n6\n"},
        {"node_labels", "1\n1\n1\n1\n2\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n"}};
    const std::vector<WlHash> hashes = wl_hashes(read_texts(texts));
    EXPECT_EQ(std::set<WlHash>(hashes.begin(), hashes.end()).size(), hashes.size());
}

TEST(WlHash, DoesNotTellApartWhatWlCannot) {
    const TuTexts texts = {
        // a hexagon, and two triangles
        {"A", "1,2\n2,3\n3,4\n4,5\n5,6\n6,1\n7,8\n8,9\n9,7\n10,11\n11,12\n12,10\n"},
        {"graph_indicator", "1\n1\n1\n1\n1\n1\n2\n2\n2\n2\n2\n2\n"}};
    const std::vector<WlHash> hashes = wl_hashes(read_texts(texts));
    EXPECT_EQ(hashes[0], hashes[1]);
}

TEST(WlHash, SeesAsFarAsItsRounds) {
    // Paths whose label 2 sits at the end or next to it, padded by equal nodes: two rounds apart.
    const TuTexts texts = {{"A", "1,2\n2,3\n3,4\n5,6\n6,7\n7,8\n"},
                           {"graph_indicator", "1\n1\n1\n1\n2\n2\n2\n2\n"},
                           {"node_labels", "2\n1\n1\n1\n1\n2\n1\n1\n"}};
    const Dataset d = read_texts(texts);
    EXPECT_EQ(wl_hashes(d, {.rounds = 0})[0], wl_hashes(d, {.rounds = 0})[1]);
    EXPECT_NE(wl_hashes(d, {.rounds = 1})[0], wl_hashes(d, {.rounds = 1})[1]);
}

TEST(WlHash, SeesEdgeLabelsIfAsked) {
    const TuTexts texts = {
        {"A", "1,2\n3,4\n"}, {"graph_indicator", "1\n1\n2\n2\n"}, {"edge_labels", "0\n1\n"}};
    const Dataset d = read_texts(texts);
    EXPECT_EQ(wl_hashes(d)[0], wl_hashes(d)[1]);
    const auto with_edges = wl_hashes(d, {.edge_labels = true});
    EXPECT_NE(with_edges[0], with_edges[1]);
}

}  // namespace
}  // namespace dhgak
