// SPDX-License-Identifier: MIT
#include "run/split.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "dhgak/core/error.h"
#include "dhgak/graph/builder.h"
#include "dhgak/run/fit.h"
#include "run/evaluate.h"
#include "support/scratch_folder.h"

namespace dhgak {
namespace {

// As many graphs as values: chains whose class is whether they have an odd number of nodes.
Dataset chains(const std::string& column, const std::vector<std::string>& values) {
    DatasetBuilder builder("chains");
    for (std::size_t g = 0; g < values.size(); ++g) {
        GraphInput graph;
        const auto size = static_cast<std::uint32_t>(3 + g % 4);
        for (std::uint32_t v = 0; v < size; ++v) graph.labels.emplace_back(g % 2 ? "a" : "b");
        for (std::uint32_t v = 1; v < size; ++v) graph.edges.emplace_back(v - 1, v);
        graph.graph_class = g % 2;
        builder.add_graph(graph);
    }
    Dataset dataset = builder.build();
    dataset.columns = {{column, values}, {kLineColumn, values}};
    return dataset;
}

RunOptions options_of(const std::string& split) {
    RunOptions options;
    set_split(options, split);
    return options;
}

const std::vector<std::string> kScaffolds = {"A", "B", "A", "C", "",  "A",
                                             "C", "D", "",  "B", "B", "B"};

using Graphs = std::vector<std::size_t>;

TEST(Split, HoldsOutTheRarestScaffoldsAsMoleculeNetDoes) {
    // Four of B, three of A, two of "" and C, one of D: the later first of equals.
    const Split split = hold_out(chains(kScaffoldColumn, kScaffolds), options_of("scaffold"), 0.25);
    EXPECT_EQ(split.train, (Graphs{0, 1, 2, 4, 5, 8, 9, 10, 11}));  // 9 of 12 fit
    EXPECT_EQ(split.test, (Graphs{3, 6, 7}));
}

TEST(Split, NeverPartsAScaffoldOverFolds) {
    const Dataset dataset = chains(kScaffoldColumn, kScaffolds);
    RunOptions options = options_of("scaffold");
    options.folds.count = 3;
    const RunFolds folds =
        make_folds(known_classes(std::make_shared<const Dataset>(dataset)), options);
    std::vector<std::size_t> tested;
    for (const OuterFold& fold : folds.folds) {
        std::set<std::string> here;
        for (const std::size_t g : fold.split.test) here.insert(kScaffolds[g]);
        for (const std::size_t g : fold.split.train) EXPECT_FALSE(here.contains(kScaffolds[g]));
        tested.insert(tested.end(), fold.split.test.begin(), fold.split.test.end());
    }
    std::ranges::sort(tested);
    EXPECT_EQ(tested, (Graphs{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));
}

TEST(Split, OfTheUsersOwnNumbersTheGraphsOfTheFile) {
    Dataset dataset = chains(kLineColumn, std::vector<std::string>(8, "x"));
    dataset.targets.classes[1] = dataset.targets.classes[6] = kUnknownClass;
    const ScratchFolder folder;
    RunOptions options;
    options.folds.splits =
        folder.write("splits.json", R"([{"train": [0, 1, 2, 3], "test": [5, 6, 7]}])");
    const KnownGraphs known =
        known_classes(std::make_shared<const Dataset>(dataset));  // 0 2 3 4 5 7
    const Split split = make_folds(known, options).folds.at(0).split;
    EXPECT_EQ(split.train, (Graphs{0, 1, 2}));
    EXPECT_EQ(split.test, (Graphs{4, 5}));

    options.folds.splits = folder.write("none.json", R"([{"train": [0, 2], "test": [1, 6]}])");
    EXPECT_THROW(make_folds(known, options), InputError);
    options.folds.splits = folder.write("lines.txt", "0\n1\n0\n1\n0\n1\n");  // of those known only
    EXPECT_THROW(make_folds(known, options), InputError);
}

// Rings that differ in what not every kernel sees.
TEST(Split, CallsGraphsEqualThatTheKernelCannotTellApart) {
    DatasetBuilder builder("rings");
    for (std::uint32_t g = 0; g < 20; ++g) {
        GraphInput ring;
        for (std::uint32_t v = 0; v < 6; ++v) {
            ring.labels.emplace_back("C");
            ring.edges.emplace_back(v, (v + 1) % 6);
            ring.edge_labels.emplace_back(v < g ? "double" : "single");
            ring.attributes.push_back({static_cast<float>(g / 2)});
        }
        ring.graph_class = g % 2;
        builder.add_graph(ring);
    }
    const KnownGraphs known = known_classes(std::make_shared<const Dataset>(builder.build()));
    const auto straddling = [&](const std::string& kernel, const std::string& attributes) {
        RunOptions options;
        options.kernel.method = Spec::parse(kernel);
        options.kernel.align.attributes = Spec::parse(attributes);
        options.folds.count = 20;
        return make_folds(known, options).straddling;
    };
    EXPECT_EQ(straddling("wl", "off"), 20U);
    EXPECT_EQ(straddling("dhgak-oa", "off"), 20U);
    EXPECT_EQ(straddling("wl:edges=yes", "off"), 14U);  // six double bonds from the sixth on
    EXPECT_EQ(straddling("dhgak-oa", "mean"), 20U);     // two of each value
    EXPECT_EQ(straddling("wwl:nodes=attributes,edges=yes", "off"), 14U);
}

TEST(Split, HoldsOutTheSameShareOfEachClass) {
    const Dataset dataset = chains(kLineColumn, std::vector<std::string>(40, "x"));
    const Split split = hold_out(dataset, options_of("random"), 0.2);
    EXPECT_EQ(split.test.size(), 8U);
    EXPECT_EQ(std::ranges::count_if(split.test, [](std::size_t g) { return g % 2 == 1; }), 4);
    EXPECT_EQ(split.train.size(), 32U);
    RunOptions other = options_of("random");
    other.seed = 1;
    EXPECT_NE(hold_out(dataset, other, 0.2).test, split.test);
}

TEST(Split, TakesPartsFromAColumn) {
    const Dataset parts =
        chains(kSplitColumn, {"Train", "Test", "valid", "test", "train", "train"});
    EXPECT_EQ(hold_out(parts, options_of("column:part"), 0.5).test, (Graphs{1, 3}));
    const std::vector<Split> one = column_splits(parts);
    ASSERT_EQ(one.size(), 1U);
    EXPECT_EQ(one[0].train, (Graphs{0, 2, 4, 5}));

    const std::vector<Split> folds = column_splits(chains(kSplitColumn, {"2", "1", "2", "3"}));
    ASSERT_EQ(folds.size(), 3U);
    EXPECT_EQ(folds[1].test, (Graphs{0, 2}));
    EXPECT_EQ(folds[1].train, (Graphs{1, 3}));
}

TEST(Split, SaysWhatIsWrong) {
    const Dataset plain = chains("other", {"x", "x"});
    EXPECT_THROW(hold_out(plain, options_of("scaffold"), 0.2), ConfigError);
    EXPECT_THROW(column_splits(plain), ConfigError);
    EXPECT_THROW(column_splits(chains(kSplitColumn, {"1", ""})), InputError);
    EXPECT_THROW(column_splits(chains(kSplitColumn, {"1", "1"})), InputError);
    EXPECT_THROW(hold_out(chains(kSplitColumn, {"a", "b"}), options_of("column:x"), 0.2),
                 InputError);
    for (const double share : {0.0, 1.0, -1.0})
        EXPECT_THROW(hold_out(plain, options_of("random"), share), ConfigError);
    EXPECT_THROW(options_of("scafold"), ConfigError);
    EXPECT_THROW(options_of("column:"), ConfigError);
    RunOptions both = options_of("scaffold");
    both.folds.group_duplicates = true;
    EXPECT_THROW(resolve(both), ConfigError);
}

TEST(HeldOut, IsJudgedByTheModelOfTheRest) {
    std::vector<std::string> parts;
    for (std::size_t g = 0; g < 40; ++g) parts.push_back(g < 30 ? "train" : "test");
    const Dataset dataset = chains(kSplitColumn, parts);
    RunOptions options = options_of("column:part");
    options.kernel.method = Spec::parse("wl");
    const auto run = resolve(options);
    const FitReport judged = fit(dataset, run, {.test_share = 0.2});
    const Evaluation& evaluation = *judged.report.evaluation;
    EXPECT_TRUE(evaluation.held_out);
    EXPECT_EQ(judged.model.info().graphs, 30U);
    ASSERT_EQ(evaluation.cv.folds.size(), 1U);
    EXPECT_EQ(evaluation.cv.folds[0].test_size, 10U);
    EXPECT_EQ(evaluation.cv.mean, 1);  // labels tell the classes
    EXPECT_EQ(evaluation.cv.scores["auroc"], 1);
    EXPECT_EQ(evaluation.cv.scores["ap"], 1);
}

}  // namespace
}  // namespace dhgak
