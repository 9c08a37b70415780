// SPDX-License-Identifier: MIT
#include "kernels/slices/refined_labels.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "dhgak/core/error.h"
#include "dhgak/core/parallel.h"
#include "dhgak/graph/builder.h"
#include "kernels/registry.h"
#include "support/graphs.h"
#include "support/scratch_folder.h"
#include "support/test_name.h"

namespace dhgak {
namespace {

using namespace testing_support;

Dataset random_dataset(std::size_t count, std::uint64_t seed, bool edges = false) {
    Random random(seed);
    DatasetBuilder builder("random");
    for (std::size_t g = 0; g < count; ++g) {
        const PlainGraph graph =
            random_graph(random, 3 + static_cast<std::uint32_t>(random.below(12)), 2.2, 3);
        GraphInput input = {.labels = {}, .edges = graph.edges, .edge_labels = {}};
        for (const std::uint32_t label : graph.labels) input.labels.emplace_back(label);
        if (edges)
            for (std::size_t e = 0; e < graph.edges.size(); ++e)
                input.edge_labels.emplace_back(random.below(2));
        builder.add_graph(input);
    }
    return builder.build();
}

// The colour of a node as the tree that unfolds from it.
std::string unfolded(const Dataset& data, const Graph& graph, std::size_t v, int depth,
                     bool edges) {
    if (depth == 0) return data.label_names[graph.labels[v]];
    std::vector<std::string> around;
    for (std::size_t i = 0; i < graph.degree(v); ++i) {
        std::string text;
        if (edges) text = data.edge_label_names[graph.edge_labels(v)[i]] + " ";
        around.push_back(text + unfolded(data, graph, graph.neighbors(v)[i], depth - 1, edges));
    }
    std::ranges::sort(around);
    std::string text = data.label_names[graph.labels[v]] + "(";
    for (std::size_t i = 0; i < around.size(); ++i) text += (i > 0 ? "," : "") + around[i];
    return text + ")";
}

Dataset at_round(const RefinedLabels& labels, const Dataset& data, int round) {
    Dataset result;
    NewGraphNotes notes;
    labels.visit_rounds(data, {&round, 1}, notes,
                        [&](std::size_t, const Dataset& graphs) { result = graphs; });
    return result;
}

std::vector<std::string> names_by_node(const Dataset& data) {
    std::vector<std::string> names;
    for (const std::uint32_t label : data.node_labels) names.push_back(data.label_names[label]);
    return names;
}

TEST(RefinedLabels, SpellWhatANodeSees) {
    DatasetBuilder builder;
    builder.add_graph(
        {.labels = {"C", "C", "O", "H"}, .edges = {{0, 1}, {1, 2}}, .edge_labels = {1, 2}});
    const Dataset data = builder.build();
    const RefinedLabels plain(data, {.rounds = 2});
    EXPECT_EQ(names_by_node(at_round(plain, data, 0)), names_by_node(data));
    EXPECT_EQ(names_by_node(at_round(plain, data, 1)),
              (std::vector<std::string>{"C(C)", "C(C,O)", "O(C)", "H()"}));
    EXPECT_EQ(names_by_node(at_round(plain, data, 2)),
              (std::vector<std::string>{"C(C(C,O))", "C(C(C),O(C))", "O(C(C,O))", "H()"}));
    const RefinedLabels bonds(data, {.rounds = 1, .edge_labels = true});
    EXPECT_EQ(names_by_node(at_round(bonds, data, 1)),
              (std::vector<std::string>{"C(1 C)", "C(1 C,2 O)", "O(2 C)", "H()"}));
}

TEST(RefinedLabels, AreEqualIfAndOnlyIfTheTreesAre) {
    for (const bool edges : {false, true}) {
        const Dataset data = random_dataset(30, 1, edges);
        const RefinedLabels labels(data, {.rounds = 4, .edge_labels = edges});
        for (const int round : {1, 2, 4}) {
            const Dataset refined = at_round(labels, data, round);
            validate(refined);
            std::set<std::pair<std::string, std::string>> pairs;
            std::set<std::string> names, trees;
            for (std::size_t g = 0; g < data.num_graphs(); ++g)
                for (std::size_t v = 0; v < data.graph(g).num_nodes(); ++v) {
                    const std::string& name = refined.label_names[refined.graph(g).labels[v]];
                    const std::string tree = unfolded(data, data.graph(g), v, round, edges);
                    names.insert(name);
                    trees.insert(tree);
                    pairs.emplace(name, tree);
                    EXPECT_LE(name.size(), 90U);
                    if (tree.size() <= 80) {
                        EXPECT_EQ(name, tree);
                    }
                }
            EXPECT_EQ(pairs.size(), names.size()) << round;
            EXPECT_EQ(pairs.size(), trees.size()) << round;
        }
    }
}

TEST(RefinedLabels, OfNewGraphsAreKnownOrNew) {
    const Dataset training = random_dataset(10, 2), others = random_dataset(10, 3);
    const RefinedLabels labels(training, {.rounds = 2});
    std::set<std::string> seen;
    for (const std::string& name : names_by_node(at_round(labels, training, 2))) seen.insert(name);
    std::set<std::string> trees;
    for (std::size_t g = 0; g < training.num_graphs(); ++g)
        for (std::size_t v = 0; v < training.graph(g).num_nodes(); ++v)
            trees.insert(unfolded(training, training.graph(g), v, 2, false));
    const Dataset refined = at_round(labels, others, 2);
    std::size_t num_new = 0;
    for (std::size_t g = 0; g < others.num_graphs(); ++g)
        for (std::size_t v = 0; v < others.graph(g).num_nodes(); ++v) {
            const bool is_new = !trees.contains(unfolded(others, others.graph(g), v, 2, false));
            num_new += is_new;
            EXPECT_EQ(!seen.contains(refined.label_names[refined.graph(g).labels[v]]), is_new);
        }
    ASSERT_GT(num_new, 0U);
    const int round = 2;
    NewGraphNotes notes;
    labels.visit_rounds(others, {&round, 1}, notes, [](std::size_t, const Dataset&) {});
    EXPECT_EQ(notes.unknown_colors, num_new);
    EXPECT_EQ(notes.graphs, 10U);
}

TEST(RefinedLabels, StayDistinctWhereTextsAreCutOrLookLikeOthers) {
    DatasetBuilder builder;
    GraphInput star = {.labels = {"middle"}, .edges = {}};
    for (std::uint32_t leaf = 1; leaf <= 40; ++leaf) {
        star.labels.emplace_back("leaf");
        star.edges.emplace_back(0, leaf);
    }
    builder.add_graph(star);
    star.labels.back() = Label("tip");
    builder.add_graph(star);
    builder.add_graph({.labels = {"a", "b", "a(b)"}, .edges = {{0, 1}}});
    const Dataset data = builder.build();
    const Dataset refined = at_round(RefinedLabels(data, {.rounds = 1}), data, 1);
    EXPECT_NE(refined.graph(0).labels[0], refined.graph(1).labels[0]);
    validate(refined);
}

AlignOptions small_options(std::vector<int> rounds, const char* nlm = "label") {
    AlignOptions options;
    options.slices.H = 2;
    options.nlm = Spec::parse(nlm);
    options.refine = std::move(rounds);
    return options;
}

std::unique_ptr<FittedKernel> fit(const std::string& kernel, const Dataset& data,
                                  const AlignOptions& options) {
    StageTimes times;
    return make_kernel(Spec::parse(kernel), options)->fit(data, {times});
}

class RefinedKernel : public testing::TestWithParam<std::string> {
protected:
    void TearDown() override { set_num_threads(0); }
    bool has_features() const { return traits_of(Spec::parse(GetParam())).has_features; }
};

class RefinedKernelWithLevels : public RefinedKernel {};
class RefinedKernelWithFeatures : public RefinedKernel {};

TEST_P(RefinedKernel, IsTheMeanOfTheKernelsOnRelabelledGraphs) {
    const Dataset data = random_dataset(20, 4, true);
    for (const char* nlm : {"label", "w2v", "random"})
        for (const bool edges : {false, true}) {
            AlignOptions options = small_options({0, 1, 3}, nlm);
            options.edge_labels = edges;
            const GramMatrix result = fit(GetParam(), data, options)->gram();
            std::vector<GramMatrix> parts;
            const RefinedLabels labels(data, {.rounds = 3, .edge_labels = edges});
            for (const int round : options.refine)
                parts.push_back(
                    fit(GetParam(), at_round(labels, data, round), small_options({0}, nlm))
                        ->gram());
            for (std::size_t i = 0; i < 20; ++i) {
                EXPECT_EQ(result(i, i), 1);
                for (std::size_t j = 0; j < 20; ++j)
                    EXPECT_NEAR(result(i, j),
                                (parts[0](i, j) + parts[1](i, j) + parts[2](i, j)) / 3, 1e-12);
            }
        }
}

TEST_P(RefinedKernelWithLevels, KeepsThem) {
    const Dataset training = random_dataset(15, 5), others = random_dataset(5, 6);
    AlignOptions options = small_options({0, 1});
    const auto fitted = fit(GetParam(), training, options);
    EXPECT_EQ(fitted->level(), options.slices.H);
    const std::vector<int> levels = {0, 2};
    std::vector<std::vector<double>> seen;
    fitted->visit_grams(others, levels, [&](int, const GramMatrix& gram) {
        seen.emplace_back(gram.values().begin(), gram.values().end());
    });
    ASSERT_EQ(seen.size(), 2U);
    options.slices.H = 0;
    const int bottom = 0;
    fit(GetParam(), training, options)
        ->visit_grams(others, {&bottom, 1}, [&](int, const GramMatrix& gram) {
            EXPECT_TRUE(std::ranges::equal(gram.values(), seen[0]));
        });
}

TEST_P(RefinedKernel, AppliesToNewGraphs) {
    const Dataset training = random_dataset(15, 7), others = random_dataset(6, 8);
    const auto fitted = fit(GetParam(), training, small_options({1, 2}, "w2v"));
    NewGraphNotes notes;
    const CrossGram cross = fitted->against_training(others, notes);
    EXPECT_EQ(notes.graphs, 6U);
    EXPECT_EQ(notes.nodes, others.num_nodes());
    EXPECT_GT(notes.unknown_colors, 0U);
    EXPECT_EQ(notes.unknown_label, UnknownLabel::is_average);
    const int top = fitted->level();
    fitted->visit_grams(others, {&top, 1}, [&](int, const GramMatrix& gram) {
        for (std::size_t g = 0; g < 6; ++g)
            for (std::size_t t = 0; t < 15; ++t)
                EXPECT_NEAR(gram(15 + g, t), cross.row(g)[t], 1e-12);
    });
}

TEST_P(RefinedKernelWithFeatures, IsTheirProductForNewGraphsToo) {
    const Dataset training = random_dataset(15, 7), others = random_dataset(6, 8);
    const auto fitted = fit(GetParam(), training, small_options({1, 2}, "w2v"));
    NewGraphNotes notes;
    const CrossGram cross = fitted->against_training(others, notes);
    EXPECT_EQ(fitted->num_feature_entries(fitted->level()),
              fitted->training_features().num_entries());
    const CrossGram products =
        cross_products(fitted->features(others), fitted->training_features());
    for (std::size_t k = 0; k < cross.values.size(); ++k)
        EXPECT_NEAR(products.values[k], cross.values[k], 1e-12);
    const SparseMatrix again = fitted->features(training), first = fitted->training_features();
    EXPECT_EQ(again.columns, first.columns);
    EXPECT_EQ(again.values, first.values);
}

TEST_P(RefinedKernel, IsTheSameAfterSavingAndLoading) {
    const Dataset training = random_dataset(15, 9, true), others = random_dataset(6, 10, true);
    const ScratchFolder folder;
    AlignOptions options = small_options({0, 2}, "w2v");
    options.edge_labels = true;
    const auto fitted = fit(GetParam(), training, options);
    const ModelWriter writer;
    fitted->save(writer);
    writer.write(folder / "kernel");
    const auto loaded = load_kernel(GetParam(), ModelReader(folder / "kernel"));
    EXPECT_EQ(loaded->level(), fitted->level());
    NewGraphNotes notes;
    if (has_features())
        EXPECT_EQ(fitted->features(others).values, loaded->features(others).values);
    else
        EXPECT_EQ(fitted->against_training(others, notes).values,
                  loaded->against_training(others, notes).values);
    EXPECT_THROW((void)fitted->against_training(random_dataset(3, 11), notes), InputError);
}

TEST_P(RefinedKernel, HasTheSameBitsAtAnyThreadCountAndThroughACache) {
    const Dataset data = random_dataset(20, 12);
    const AlignOptions options = small_options({0, 1, 2}, "w2v");
    set_num_threads(1);
    const GramMatrix expected = fit(GetParam(), data, options)->gram();
    set_num_threads(8);
    EXPECT_TRUE(
        std::ranges::equal(fit(GetParam(), data, options)->gram().values(), expected.values()));
    FitCache cache;
    StageTimes times;
    for (const std::vector<int>& rounds : {std::vector{0}, {0, 1, 2}, {1}, {0, 1, 2}}) {
        AlignOptions some = options;
        some.refine = rounds;
        const auto shared =
            make_kernel(Spec::parse(GetParam()), some)->fit(data, {times, &cache})->gram();
        EXPECT_TRUE(
            std::ranges::equal(shared.values(), fit(GetParam(), data, some)->gram().values()));
    }
}

TEST_P(RefinedKernel, TakesGraphsWithoutNodes) {
    for (const std::vector<int>& rounds : {std::vector{0, 1}, {1, 2}}) {
        const GramMatrix result =
            fit(GetParam(), make_dataset({path_graph(3), {}, path_graph(4)}), small_options(rounds))
                ->gram();
        EXPECT_EQ(result(1, 1), 0);
        EXPECT_EQ(result(2, 2), 1);
        EXPECT_EQ(fit(GetParam(), make_dataset({}), small_options(rounds))->gram().size(), 0U);
    }
}

INSTANTIATE_TEST_SUITE_P(Slices, RefinedKernel, testing::Values("dhgak", "dhgak-oa", "dgak", "dhw"),
                         testing_support::test_name);
INSTANTIATE_TEST_SUITE_P(Slices, RefinedKernelWithLevels,
                         testing::Values("dhgak", "dhgak-oa", "dhw"), testing_support::test_name);
INSTANTIATE_TEST_SUITE_P(Slices, RefinedKernelWithFeatures,
                         testing::Values("dhgak", "dhgak-oa", "dgak"), testing_support::test_name);

TEST(RefinedKernels, AreJudgedBeforeAnyWork) {
    const auto refused = [](AlignOptions options) {
        EXPECT_THROW(make_kernel(Spec::parse("dhgak"), options), ConfigError);
    };
    refused(small_options({}));
    refused(small_options({1, 1}));
    refused(small_options({-1}));
    refused(small_options({0, 101}));
    AlignOptions edges = small_options({0});
    edges.edge_labels = true;
    refused(edges);
    EXPECT_EQ(parse_rounds("2,0,1"), (std::vector{0, 1, 2}));
    for (const char* text : {"", "0,", "a", "1;2", "0,1.5"})
        EXPECT_THROW(parse_rounds(text), ConfigError) << text;
}

TEST(RefinedKernels, ShareRoundZeroWithThoseThatRefineNothing) {
    const auto parts = [](std::vector<int> rounds) {
        return make_kernel(Spec::parse("dhgak"), small_options(std::move(rounds)))->shared_parts();
    };
    const std::vector<std::string> both = parts({0, 1});
    for (const std::string& part : parts({0})) EXPECT_EQ(std::ranges::count(both, part), 1);
    EXPECT_EQ(both.size(), 6U);
}

}  // namespace
}  // namespace dhgak
