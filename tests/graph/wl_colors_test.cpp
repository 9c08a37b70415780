// SPDX-License-Identifier: MIT
#include "graph/wl_colors.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "core/random.h"
#include "dhgak/core/error.h"
#include "dhgak/core/parallel.h"
#include "dhgak/graph/builder.h"
#include "dhgak/io/model_file.h"
#include "graph/demo.h"
#include "support/scratch_folder.h"

namespace dhgak {
namespace {

// Refinement by strings: slow, plain and exact.
std::vector<std::string> refine_strings(const Dataset& dataset, std::vector<std::string> colors,
                                        bool edge_labels) {
    std::vector<std::string> next;
    for (std::size_t g = 0; g < dataset.num_graphs(); ++g) {
        const Graph graph = dataset.graph(g);
        for (std::size_t v = 0; v < graph.num_nodes(); ++v) {
            std::multiset<std::string> around;
            for (std::size_t i = 0; i < graph.degree(v); ++i) {
                const std::string edge =
                    edge_labels ? dataset.edge_label_names[graph.edge_labels(v)[i]] : "";
                around.insert(edge + ":" + colors[graph.first_node + graph.neighbors(v)[i]]);
            }
            std::string text = "(" + colors[graph.first_node + v] + "|";
            for (const std::string& neighbor : around) text += neighbor + ";";
            next.push_back(text + ")");
        }
    }
    return next;
}

std::vector<std::string> first_strings(const Dataset& dataset) {
    std::vector<std::string> names;
    for (const std::uint32_t label : dataset.node_labels)
        names.push_back(dataset.label_names[label]);
    return names;
}

Dataset random_dataset(std::size_t num_graphs, std::size_t num_labels, std::uint64_t seed) {
    Random random(seed);
    DatasetBuilder builder("random");
    for (std::size_t g = 0; g < num_graphs; ++g) {
        GraphInput graph;
        const std::size_t size = 1 + random.below(9);
        for (std::size_t v = 0; v < size; ++v) graph.labels.emplace_back(random.below(num_labels));
        for (std::size_t e = random.below(2 * size); e > 0; --e) {
            graph.edges.emplace_back(random.below(size), random.below(size));
            graph.edge_labels.emplace_back(random.below(2));
        }
        builder.add_graph(graph);
    }
    return builder.build();
}

class WlColoringOf : public testing::TestWithParam<bool> {};

TEST_P(WlColoringOf, GraphsIsRefinementByStrings) {
    const Dataset train = random_dataset(60, 2, 1), test = random_dataset(60, 3, 2);
    WlColors fitted;
    const WlColoring coloring(train, {.rounds = 4, .edge_labels = GetParam()}, &fitted);
    const WlColors found = coloring.color(test);
    ASSERT_EQ(fitted.size(), 5U);
    ASSERT_EQ(found.size(), 5U);
    EXPECT_EQ(coloring.color(train), fitted);

    std::vector<std::string> train_strings = first_strings(train);
    std::vector<std::string> test_strings = first_strings(test);
    std::size_t num_unseen = 0, num_seen = 0;
    for (std::size_t r = 0; r <= 4; ++r) {
        std::map<std::string, std::uint32_t> number_of;  // by first occurrence
        for (std::size_t v = 0; v < train.num_nodes(); ++v)
            ASSERT_EQ(fitted[r][v],
                      number_of.emplace(train_strings[v], number_of.size()).first->second);
        EXPECT_EQ(coloring.num_colors(r), number_of.size());
        for (std::size_t v = 0; v < test.num_nodes(); ++v) {
            const auto known = number_of.find(test_strings[v]);
            ASSERT_EQ(found[r][v], known == number_of.end() ? kUnseenColor : known->second);
            ++(known == number_of.end() ? num_unseen : num_seen);
        }
        train_strings = refine_strings(train, std::move(train_strings), GetParam());
        test_strings = refine_strings(test, std::move(test_strings), GetParam());
    }
    EXPECT_GT(num_unseen, 100U);
    EXPECT_GT(num_seen, 100U);
}

INSTANTIATE_TEST_SUITE_P(EdgeLabels, WlColoringOf, testing::Bool());

TEST(WlColoring, IsTheSameUpToNumbersForAnyOrderOfGraphs) {
    const Dataset whole = random_dataset(50, 3, 3);
    std::vector<std::size_t> order(whole.num_graphs());
    std::iota(order.begin(), order.end(), std::size_t{0});
    Random(4).shuffle(order);
    WlColors one, other;
    const WlColoring first(whole, {.rounds = 3, .edge_labels = true}, &one);
    const Dataset shuffled = subset(whole, order);
    const WlColoring second(shuffled, {.rounds = 3, .edge_labels = true}, &other);
    for (std::size_t r = 0; r <= 3; ++r) {
        EXPECT_EQ(first.num_colors(r), second.num_colors(r));
        std::map<std::uint32_t, std::uint32_t> renumbered;
        const std::vector<std::uint32_t> again = second.color(whole)[r];
        for (std::size_t v = 0; v < whole.num_nodes(); ++v)
            ASSERT_EQ(renumbered.emplace(one[r][v], again[v]).first->second, again[v]);
    }
}

TEST(WlColoring, IsTheSameAtAnyThreadCount) {
    const Dataset demo = make_demo_dataset();
    WlColors one, eight;
    set_num_threads(1);
    const WlColoring first(demo, {.rounds = 5, .edge_labels = true}, &one);
    set_num_threads(8);
    const WlColoring second(demo, {.rounds = 5, .edge_labels = true}, &eight);
    const WlColors found = first.color(demo);
    set_num_threads(0);
    EXPECT_EQ(one, eight);
    EXPECT_EQ(one, found);
}

TEST(WlColoring, MatchesLabelsByName) {
    DatasetBuilder builder;
    builder.add_graph({.labels = {"C", "O"}, .edges = {{0, 1}}});
    const WlColoring coloring(builder.build(), {.rounds = 1});
    builder.add_graph({.labels = {"Br", "O", "C"}, .edges = {{2, 1}}});
    const WlColors colors = coloring.color(builder.build());
    EXPECT_EQ(colors[0], (std::vector<std::uint32_t>{kUnseenColor, 1, 0}));
    EXPECT_EQ(colors[1], (std::vector<std::uint32_t>{kUnseenColor, 1, 0}));
}

TEST(WlColoring, TakesNoGraphsAndNoRounds) {
    WlColors colors;
    const WlColoring coloring(Dataset(), {.rounds = 2}, &colors);
    EXPECT_EQ(colors, WlColors(3));
    EXPECT_EQ(coloring.num_colors(2), 0U);
    const Dataset demo = make_demo_dataset();
    const WlColors unseen = coloring.color(demo);
    for (const std::uint32_t color : unseen[1]) ASSERT_EQ(color, kUnseenColor);
    EXPECT_EQ(WlColoring(demo, {.rounds = 0}).color(demo).size(), 1U);
}

TEST(WlColoring, RefusesTooManyRoundsAndGraphsWithoutTheEdgeLabelsThatCount) {
    const Dataset demo = make_demo_dataset();
    EXPECT_THROW(WlColoring(demo, {.rounds = 1001}), ConfigError);
    Dataset bare = demo;
    bare.edge_labels.clear();
    const WlColoring coloring(demo, {.rounds = 1, .edge_labels = true});
    EXPECT_THROW(coloring.color(bare), InputError);
    EXPECT_NO_THROW(WlColoring(bare, {.rounds = 1, .edge_labels = true}).color(demo));
}

TEST(WlColoring, ColorsTheSameAfterSavingAndLoading) {
    const ScratchFolder folder;
    const Dataset train = random_dataset(40, 2, 7), test = random_dataset(40, 3, 8);
    for (const bool edge_labels : {false, true}) {
        const WlColoring coloring(train, {.rounds = 3, .edge_labels = edge_labels});
        const auto path = folder.path() / (edge_labels ? "with" : "without");
        const ModelWriter writer;
        coloring.save(writer.at("colors"));
        writer.write(path);
        const WlColoring loaded(ModelReader(path).at("colors"));
        EXPECT_EQ(loaded.num_rounds(), 3U);
        EXPECT_EQ(loaded.color(test), coloring.color(test));
    }
}

struct Part {
    std::vector<std::uint32_t> keys;
    std::vector<std::int64_t> offsets;
};

TEST(WlColoring, RefusesAModelThatCannotBe) {
    const ScratchFolder folder;
    const auto load = [&](const Part& part, const std::vector<std::string>& labels) {
        const ModelWriter writer;
        writer.set("rounds", std::size_t{1});
        writer.set("labels", labels);
        writer.set("has_edge_labels", false);
        writer.set("edge_labels", std::vector<std::string>{});
        writer.at("round1").add("keys", std::span<const std::uint32_t>(part.keys));
        writer.at("round1").add("offsets", std::span<const std::int64_t>(part.offsets));
        writer.write(folder.path() / "model");
        return WlColoring(ModelReader(folder.path() / "model"));
    };
    EXPECT_EQ(load({{0, 1, 1, 0}, {0, 2, 4}}, {"C", "O"}).num_colors(1), 2U);
    EXPECT_THROW(load({{0, 1, 1, 0}, {0, 2, 4}}, {"C", "C"}), InputError);
    EXPECT_THROW(load({{0, 1, 1, 2}, {0, 2, 4}}, {"C", "O"}), InputError);
    EXPECT_THROW(load({{0, 1, 1, 0}, {0, 2, 3}}, {"C", "O"}), InputError);
    EXPECT_THROW(load({{0, 1, 0, 1}, {0, 2, 4}}, {"C", "O"}), InputError);
    EXPECT_THROW(load({{0, 1, 1, 0}, {0, 0, 4}}, {"C", "O"}), InputError);
    EXPECT_THROW(load({{0, 1, 1, 0}, {}}, {"C", "O"}), InputError);
}

}  // namespace
}  // namespace dhgak
