// SPDX-License-Identifier: MIT
#include "dhgak/graph/builder.h"

#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include "core/random.h"
#include "dhgak/core/error.h"
#include "graph/same_dataset.h"
#include "graph/tu_texts.h"

namespace dhgak {
namespace {

using Numbers = std::vector<std::uint32_t>;
using Names = std::vector<std::string>;

// The graphs of small_texts().
GraphInput small_path() {
    return {.num_nodes = 3,
            .labels = {7, 3, 7},
            .edges = {{0, 1}, {1, 2}},
            .edge_labels = {0, 4},
            .attributes = {{0.5F, 1}, {-2.5F, 100}, {3, 4}},
            .graph_class = 1};
}

GraphInput small_edge() {
    return {.num_nodes = {},
            .labels = {"3", "3"},
            .edges = {{1, 0}},
            .edge_labels = {"0"},
            .attributes = {{5, 6}, {7, 8}},
            .graph_class = -1};
}

Dataset build(const std::vector<GraphInput>& graphs) {
    DatasetBuilder builder("SMALL");
    for (const GraphInput& graph : graphs) builder.add_graph(graph);
    Dataset dataset = builder.build();
    validate(dataset);
    return dataset;
}

TEST(DatasetBuilder, BuildsWhatTheReaderReads) {
    expect_same(build({small_path(), small_edge()}), read_texts(small_texts()));
}

TEST(DatasetBuilder, TreatsEdgesAsTheReaderTreatsLines) {
    Random random(5);
    for (int round = 0; round < 50; ++round) {
        const std::size_t num_nodes = 1 + random.below(12);
        GraphInput graph{.num_nodes = num_nodes};
        TuTexts texts;
        for (std::size_t v = 0; v < num_nodes; ++v) texts["graph_indicator"] += "1\n";
        const std::size_t num_edges = 1 + random.below(40);
        for (std::size_t e = 0; e < num_edges; ++e) {
            const auto a = static_cast<std::uint32_t>(random.below(num_nodes));
            const auto b = static_cast<std::uint32_t>(random.below(num_nodes));
            const std::size_t label = random.below(12);
            graph.edges.emplace_back(a, b);
            graph.edge_labels.emplace_back(label);
            texts["A"] += std::to_string(a + 1) + ", " + std::to_string(b + 1) + "\n";
            texts["edge_labels"] += std::to_string(label) + "\n";
        }
        Dataset expected = read_texts(texts);
        expected.irregularities.one_way_arcs = 0;
        expect_same(build({graph}), expected);
    }
}

TEST(DatasetBuilder, NumbersLabelsWhateverTheOrderOfGraphs) {
    const GraphInput first{.labels = {"O", 10, "C"}, .graph_class = "toxic"};
    const GraphInput second{.labels = {"Br", 9}, .graph_class = 2};
    const Dataset one = build({first, second});
    const Dataset other = build({second, first});
    EXPECT_EQ(one.label_names, (Names{"9", "10", "Br", "C", "O"}));
    EXPECT_EQ(one.targets.class_names, (Names{"2", "toxic"}));
    EXPECT_EQ(one.node_labels, (Numbers{4, 1, 3, 2, 0}));
    EXPECT_EQ(other.label_names, one.label_names);
    EXPECT_EQ(other.node_labels, (Numbers{2, 0, 4, 1, 3}));
    EXPECT_EQ(other.targets.classes, (Numbers{0, 1}));
}

TEST(DatasetBuilder, LabelsByDegreeWhereNoGraphHasLabels) {
    const Dataset dataset = build({{.num_nodes = 3, .edges = {{0, 1}, {2, 1}}}, {.num_nodes = 1}});
    EXPECT_TRUE(dataset.labels_are_degrees);
    EXPECT_EQ(dataset.label_names, (Names{"0", "1", "2"}));
    EXPECT_EQ(dataset.node_labels, (Numbers{1, 2, 1, 0}));
}

TEST(DatasetBuilder, KeepsGraphsWithoutAClassAsUnknown) {
    const Dataset some = build({{.labels = {1}}, {.labels = {1}, .graph_class = "b"}});
    EXPECT_EQ(some.targets.classes, (Numbers{kUnknownClass, 0}));
    EXPECT_EQ(some.targets.class_names, (Names{"b"}));
    EXPECT_EQ(majority_share(some), 1.0);
    EXPECT_TRUE(build({{.labels = {1}}}).targets.classes.empty());
}

TEST(DatasetBuilder, LetsGraphsWithoutNodesOrEdgesAgreeWithAny) {
    const Dataset dataset = build({{}, small_path(), {}, {.labels = {7}, .attributes = {{1, 2}}}});
    EXPECT_EQ(dataset.node_offsets, (std::vector<std::size_t>{0, 0, 3, 3, 4}));
    EXPECT_EQ(dataset.attributes.rows(), 4U);
}

TEST(DatasetBuilder, IsEmptyAgainAfterBuilding) {
    DatasetBuilder builder("x");
    builder.add_graph(small_path());
    EXPECT_EQ(builder.num_graphs(), 1U);
    builder.build();
    EXPECT_EQ(builder.num_graphs(), 0U);
    builder.add_graph({.num_nodes = 1});
    const Dataset second = builder.build();
    EXPECT_EQ(second.name, "x");
    EXPECT_EQ(second.num_nodes(), 1U);
    EXPECT_TRUE(second.labels_are_degrees);
    EXPECT_EQ(build({}).num_graphs(), 0U);
}

struct Mistake {
    std::string complaint;
    std::function<void(GraphInput&)> make;
};

class BuilderMistake : public testing::TestWithParam<Mistake> {};

TEST_P(BuilderMistake, IsNamedWithItsPlaceAndLeavesTheBuilderAsItWas) {
    DatasetBuilder builder("SMALL");
    builder.add_graph(small_path());
    GraphInput wrong = small_path();
    GetParam().make(wrong);
    try {
        builder.add_graph(wrong);
        ADD_FAILURE() << "accepted";
    } catch (const InputError& error) {
        EXPECT_EQ(error.what(), GetParam().complaint);
    }
    builder.add_graph(small_edge());
    expect_same(builder.build(), build({small_path(), small_edge()}));
}

INSTANTIATE_TEST_SUITE_P(
    All, BuilderMistake,
    testing::Values(
        Mistake{"graph 1: 3 labels for 4 nodes; give one label for each node, or none",
                [](GraphInput& g) { g.num_nodes = 4; }},
        Mistake{"graph 1, node 1: the label is empty; give a text or a number",
                [](GraphInput& g) { g.labels[1] = ""; }},
        Mistake{"graph 1, edge 1: node 3, but the graph has 3 nodes, numbered from 0",
                [](GraphInput& g) { g.edges[1].second = 3; }},
        Mistake{"graph 1, edge 0: node 4294967295, but the graph has 3 nodes, numbered from 0",
                [](GraphInput& g) { g.edges[0].first = ~0U; }},
        Mistake{"graph 1: 1 edge labels for 2 edges; give one label for each edge, or none",
                [](GraphInput& g) { g.edge_labels.pop_back(); }},
        Mistake{"graph 1, edge 0: the label is empty; give a text or a number",
                [](GraphInput& g) { g.edge_labels[0] = ""; }},
        Mistake{"graph 1: 2 rows of attributes for 3 nodes; give one row for each node, or none",
                [](GraphInput& g) { g.attributes.pop_back(); }},
        Mistake{"graph 1, node 2: 1 attributes, but node 0 has 2; give each node as many",
                [](GraphInput& g) { g.attributes[2].pop_back(); }},
        Mistake{
            "graph 1, node 0: attribute 1 is not finite; replace or remove it",
            [](GraphInput& g) { g.attributes[0][1] = std::numeric_limits<float>::quiet_NaN(); }},
        Mistake{"graph 1: the class is empty; leave it out if it is not known",
                [](GraphInput& g) { g.graph_class = ""; }},
        Mistake{"graph 1: without node labels, but graph 0 is with them; give labels to all "
                "graphs, or to none to have degrees",
                [](GraphInput& g) { g.labels.clear(); }},
        Mistake{"graph 1: without edge labels, but graph 0 is with them; give edge labels to all "
                "graphs, or to none",
                [](GraphInput& g) { g.edge_labels.clear(); }},
        Mistake{"graph 1: 0 attributes per node, but graph 0 has 2; give all graphs as many",
                [](GraphInput& g) { g.attributes.clear(); }},
        Mistake{"graph 1: 5000000000 nodes after 3, but 32-bit node numbers end before that",
                [](GraphInput& g) { g = {.num_nodes = 5'000'000'000}; }}));

}  // namespace
}  // namespace dhgak
