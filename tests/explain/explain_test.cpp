// SPDX-License-Identifier: MIT
#include "dhgak/explain/explain.h"

#include <cctype>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "dhgak/core/error.h"
#include "explain/seen_scores.h"
#include "explain/training_index.h"
#include "graph/demo.h"
#include "kernels/registry.h"
#include "support/graphs.h"
#include "support/scratch_folder.h"
#include "support/small_run.h"
#include "support/test_name.h"

namespace dhgak {
namespace {

using namespace testing_support;

constexpr double kExact = 1e-9;

// Graphs of `num_classes` classes; a class has one label more often than the others.
Dataset random_dataset(std::size_t num_graphs, std::uint32_t num_classes, std::uint64_t seed) {
    Random random(seed);
    std::vector<PlainGraph> graphs;
    std::vector<std::uint32_t> classes;
    for (std::size_t g = 0; g < num_graphs; ++g) {
        const auto c = static_cast<std::uint32_t>(g) % num_classes;
        PlainGraph graph =
            random_graph(random, 4 + static_cast<std::uint32_t>(random.below(12)), 2.2, 4);
        for (std::uint32_t& label : graph.labels)
            if (random.below(3) == 0) label = c;
        graphs.push_back(graph);
        classes.push_back(c);
    }
    return make_dataset(graphs, classes, 4);
}

Model fit(const std::string& kernel, const Dataset& graphs, const std::string& learner,
          const std::vector<int>& refine = {0}) {
    RunOptions options = small_run(kernel, learner);
    options.kernel.align.refine = refine;
    options.learn.inner_folds = 3;
    options.learn.C = {1, 10};
    options.folds.count = 3;
    return Model::fit(resolve(options), graphs);
}

Model from_file(const Model& model) {
    const ScratchFolder folder;
    model.save(folder / "m.dhgak");
    return Model::load(folder / "m.dhgak");
}

double sum(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0);
}

void expect_exact_sums(const Explainer& explainer, const Dataset& graphs, bool is_linear) {
    NewGraphNotes notes;
    const Predictions predictions = explainer.model().predict(graphs, notes);
    const auto reaches = reaches_of(*explainer.model().kernel().feature_guide());
    const std::size_t num_decisions = predictions.decisions.size() / graphs.num_graphs();
    for (const GraphExplanation& graph : explainer.explain(graphs, 0, notes)) {
        EXPECT_EQ(graph.predicted, predictions.classes[graph.graph]);
        for (std::size_t f = 0; f < graph.functions.size(); ++f) {
            const FunctionExplanation& function = graph.functions[f];
            ASSERT_EQ(function.node_scores().size(), graphs.graph(graph.graph).num_nodes());
            EXPECT_NEAR(function.bias + sum(function.node_scores()), function.value, kExact);
            EXPECT_NEAR(function.bias + sum(function.level_sums), function.value, kExact);
            EXPECT_NEAR(
                function.bias + sum(seen_scores(graphs.graph(graph.graph), function, reaches)),
                function.value, kExact);
            double columns = 0;
            for (const ColumnScore& column : function.columns) columns += column.score;
            EXPECT_NEAR(function.bias + columns, function.value, kExact);
            // More than two classes of a kernel SVM are decided by votes of pairs.
            if (num_decisions == 1 || is_linear) {
                EXPECT_NEAR(function.value, predictions.decisions[graph.graph * num_decisions + f],
                            kExact);
            }
        }
    }
}

class EveryExplicitKernel : public testing::TestWithParam<std::string> {
protected:
    void SetUp() override {
        const Dataset graphs = random_dataset(6, 2, 1);
        const Model model = fit(GetParam(), graphs, "svm");
        if (model.kernel().feature_guide() == nullptr)
            GTEST_SKIP() << GetParam() << " does not tell which nodes make its features";
        try {
            model.kernel().feature_guide()->node_counts(graphs);
        } catch (const ConfigError& error) {
            GTEST_SKIP() << error.what();
        }
    }
};

TEST_P(EveryExplicitKernel, HasScoresThatSumUpToItsDecisions) {
    const Dataset training = random_dataset(24, 2, 1), others = random_dataset(9, 2, 2);
    for (const std::string learner : {"svm", "linear"}) {
        const Explainer explainer(from_file(fit(GetParam(), training, learner)));
        expect_exact_sums(explainer, training, learner == "linear");
        expect_exact_sums(explainer, others, learner == "linear");
    }
}

TEST_P(EveryExplicitKernel, HasAFunctionForEachOfSeveralClasses) {
    const Dataset training = random_dataset(24, 3, 3), others = random_dataset(9, 3, 4);
    for (const std::string learner : {"svm", "linear"}) {
        const Explainer explainer(fit(GetParam(), training, learner));
        EXPECT_EQ(explainer.num_functions(), 3U);
        expect_exact_sums(explainer, others, learner == "linear");
    }
}

TEST_P(EveryExplicitKernel, HasPairsOfNodesThatSumUpToTheKernel) {
    const Dataset training = random_dataset(12, 2, 5), others = random_dataset(6, 2, 6);
    const Explainer explainer(fit(GetParam(), training, "svm"));
    const CrossGram products = cross_products(explainer.model().kernel().features(others),
                                              explainer.model().kernel().features(others));
    for (const auto& [a, b] : {std::pair{0, 1}, {2, 5}, {3, 3}}) {
        const PairExplanation pair = explainer.explain_pair(others, static_cast<std::size_t>(a),
                                                            static_cast<std::size_t>(b));
        double nodes = 0;
        for (const AlignedNodes& aligned : pair.nodes) nodes += aligned.score;
        EXPECT_NEAR(pair.value,
                    products.row(static_cast<std::size_t>(a))[static_cast<std::size_t>(b)], kExact);
        EXPECT_NEAR(nodes, pair.value, kExact);
        EXPECT_NEAR(sum(pair.level_sums), pair.value, kExact);
    }
}

TEST_P(EveryExplicitKernel, CountsByNodeWhatItCountsByGraph) {
    const Dataset training = random_dataset(12, 2, 7), others = random_dataset(5, 2, 8);
    const Model model = fit(GetParam(), training, "svm");
    const FeatureGuide& guide = *model.kernel().feature_guide();
    const auto columns = guide.column_features();
    const auto counts = guide.node_counts(others);
    const SparseMatrix features = model.kernel().features(others);
    ASSERT_EQ(columns.size(), counts.size());
    EXPECT_EQ(columns.back().back().end, features.num_cols);
    for (std::size_t l = 0; l < counts.size(); ++l) {
        EXPECT_EQ(counts[l].num_cols, columns[l].size());
        EXPECT_EQ(counts[l].num_rows(), others.num_nodes());
    }
    // A graph has a feature of a column exactly where its nodes make the column's count.
    for (std::size_t g = 0; g < others.num_graphs(); ++g) {
        std::vector<bool> has(features.num_cols, false);
        for (auto e = features.row_offsets[g]; e < features.row_offsets[g + 1]; ++e)
            has[static_cast<std::size_t>(features.columns[static_cast<std::size_t>(e)])] = true;
        for (std::size_t l = 0; l < counts.size(); ++l) {
            std::vector<double> made(counts[l].num_cols);
            for (auto e = counts[l].row_offsets[others.node_offsets[g]];
                 e < counts[l].row_offsets[others.node_offsets[g + 1]]; ++e)
                made[static_cast<std::size_t>(counts[l].columns[static_cast<std::size_t>(e)])] +=
                    counts[l].values[static_cast<std::size_t>(e)];
            for (std::size_t c = 0; c < made.size(); ++c)
                if (columns[l][c].begin < columns[l][c].end) {
                    EXPECT_EQ(made[c] > 0, has[columns[l][c].begin]);
                }
        }
    }
}

std::vector<std::string> explicit_kernels() {
    std::vector<std::string> names;
    for (const MethodInfo& info : list_kernels())
        if (traits_of(Spec::parse(std::string(info.name))).has_features)
            names.emplace_back(info.name);
    return names;
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryExplicitKernel, testing::ValuesIn(explicit_kernels()),
                         testing_support::test_name);

// A path of three and a star of three leaves: what an edge adds goes to its two ends alike.
TEST(Explainer, SharesThePairsOfColoursOfGawlAmongTheEndsOfEdges) {
    PlainGraph star = path_graph(4, 0);
    star.edges = {{0, 1}, {0, 2}, {0, 3}};
    const Dataset dataset =
        make_dataset({path_graph(3, 0), star, path_graph(3, 1), path_graph(3, 0)}, {0, 1, 1, 0}, 2);
    const Model model = fit("gawl", dataset, "svm");
    const std::vector<SparseMatrix> counts = model.kernel().feature_guide()->node_counts(dataset);
    // In round 0 all nodes of a graph have one colour, and a node has as many ends as neighbours.
    const std::vector<double> ends(counts[0].values.begin(), counts[0].values.begin() + 7);
    EXPECT_EQ(ends, (std::vector<double>{1, 2, 1, 3, 1, 1, 1}));
    // In round 1 the middles and the leaves differ, so that each graph has one pair of colours.
    EXPECT_EQ(counts[1].num_cols, 3U);
}

TEST(Explainer, SumsUpOverTheRoundsOfRefinedLabels) {
    const Dataset training = random_dataset(24, 2, 9), others = random_dataset(9, 2, 10);
    for (const char* kernel : {"dhgak-oa", "dhgak"})
        for (const std::string learner : {"svm", "linear"}) {
            const Explainer explainer(from_file(fit(kernel, training, learner, {0, 1, 2})));
            expect_exact_sums(explainer, training, learner == "linear");
            expect_exact_sums(explainer, others, learner == "linear");
        }
}

TEST(Explainer, SaysOfWhichRoundAColumnOfRefinedLabelsIs) {
    const Dataset training = random_dataset(12, 2, 9);
    const Model model = fit("dhgak-oa", training, "svm", {0, 2});
    const FeatureGuide& guide = *model.kernel().feature_guide();
    const std::size_t last = guide.column_features()[1].size() - 1;
    const ColumnFacts plain = guide.describe(1, 0), refined = guide.describe(1, last);
    EXPECT_TRUE(plain.text.ends_with("labels of round 0")) << plain.text;
    EXPECT_TRUE(refined.text.ends_with("labels of round 2")) << refined.text;
    EXPECT_EQ(refined.reach, plain.reach + 2);
}

TEST(Explainer, RefusesKernelsWithoutFeatures) {
    const Model model = fit("dhw", random_dataset(8, 2, 1), "svm");
    EXPECT_THROW(Explainer{model}, ConfigError);
}

// One cluster's slices are interchangeable, so that equal nodes have equal scores.
TEST(Explainer, GivesNodesThatLookAlikeTheSameScore) {
    std::vector<PlainGraph> graphs;
    for (std::uint32_t size = 3; size < 9; ++size) {
        graphs.push_back(cycle_graph(size, 0));
        graphs.push_back(cycle_graph(size, 1));
    }
    std::vector<std::uint32_t> classes(graphs.size());
    for (std::size_t g = 0; g < classes.size(); ++g) classes[g] = g % 2;
    const Dataset dataset = make_dataset(graphs, classes, 2);
    const Explainer explainer(fit("dhgak-oa", dataset, "svm"));
    NewGraphNotes notes;
    for (const GraphExplanation& graph : explainer.explain(dataset, 0, notes)) {
        const std::vector<double> scores = graph.functions.front().node_scores();
        for (const double score : scores) EXPECT_NEAR(score, scores.front(), kExact);
    }
}

TEST(Explainer, KeepsAsManyColumnsAsAskedFor) {
    const Dataset training = random_dataset(12, 2, 7);
    const Explainer explainer(fit("wl", training, "svm"));
    NewGraphNotes notes;
    ColumnTally tally;
    for (const GraphExplanation& graph : explainer.explain(training, 2, notes, &tally))
        EXPECT_EQ(graph.functions.front().columns.size(), 2U);
    const auto important = tally.most_important(explainer);
    ASSERT_EQ(important.size(), 2U);  // a list for each class
    EXPECT_EQ(important[0].for_class, 1U);
    for (const ColumnScore& column : important[0].columns) EXPECT_GT(column.score, 0);
    for (const ColumnScore& column : important[1].columns) EXPECT_LT(column.score, 0);
}

TEST(TrainingIndex, CountsTheSlicesOfAColour) {
    // Label 0 is in both classes, label 1 only in the second.
    const Dataset dataset = make_dataset({path_graph(2, 0), path_graph(3, 0), path_graph(2, 1),
                                          disjoint_union(path_graph(1, 0), path_graph(4, 1))},
                                         {0, 0, 1, 1}, 2);
    const Model model = fit("wl", dataset, "svm");
    const TrainingIndex index(model, dataset);
    const ColumnSummary zero = index.summarize(0, 0), one = index.summarize(0, 1);
    EXPECT_EQ(zero.count_by_class, (std::vector<double>{5, 1}));
    EXPECT_EQ(zero.graphs_by_class, (std::vector<std::size_t>{2, 1}));
    EXPECT_EQ(one.count_by_class, (std::vector<double>{0, 6}));
    EXPECT_EQ(one.graphs_by_class, (std::vector<std::size_t>{0, 2}));
    EXPECT_EQ(one.typical, (SlicePlace{.graph = 2, .node = 0}));
    EXPECT_EQ(one.examples, (std::vector<SlicePlace>{{2, 0}, {3, 1}}));
}

TEST(TrainingIndex, RefusesOtherGraphs) {
    const Dataset dataset = random_dataset(12, 2, 7);
    const Model model = fit("wl", dataset, "svm");
    EXPECT_THROW(TrainingIndex(model, random_dataset(10, 2, 7)), InputError);
    EXPECT_THROW(TrainingIndex(model, make_dataset({path_graph(3)})), InputError);
}

TEST(CutAround, KeepsWhatIsInReach) {
    const Dataset dataset = make_dataset({path_graph(7)});
    const RootedGraph slice = cut_around(dataset.graph(0), 3, 2);
    EXPECT_EQ(slice.nodes, (std::vector<std::uint32_t>{3, 2, 4, 1, 5}));
    EXPECT_EQ(slice.depths, (std::vector<std::uint32_t>{0, 1, 1, 2, 2}));
    EXPECT_EQ(slice.edges.size(), 4U);
    EXPECT_FALSE(slice.is_cut);
    EXPECT_TRUE(cut_around(dataset.graph(0), 3, 2, 4).is_cut);
}

}  // namespace
}  // namespace dhgak
