// SPDX-License-Identifier: MIT
#include "dhgak/learn/outer_folds.h"

#include <algorithm>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "learn/random_gram.h"

namespace dhgak {
namespace {

TEST(OuterFolds, HideTheClassesOfTheTestGraphs) {
    const RandomProblem problem = random_problem(50, 2, 1, 1);
    for (const OuterFold& fold : make_outer_folds(problem.classes, {.folds = 5}))
        for (std::size_t g = 0; g < 50; ++g) {
            const bool is_test = std::ranges::binary_search(fold.split.test, g);
            EXPECT_EQ(fold.visible_classes[g], is_test ? kUnknownClass : problem.classes[g]);
        }
}

TEST(OuterFolds, RepeatWithOtherFoldsAfterThePlainOnes) {
    const RandomProblem problem = random_problem(60, 2, 1, 2);
    const auto plain = make_outer_folds(problem.classes, {.folds = 4, .seed = 3});
    const auto repeated = make_outer_folds(problem.classes, {.folds = 4, .seed = 3, .repeats = 3});
    ASSERT_EQ(repeated.size(), 12U);
    std::set<std::vector<std::size_t>> tests;
    for (std::size_t f = 0; f < 12; ++f) {
        EXPECT_EQ(repeated[f].repeat, f / 4);
        tests.insert(repeated[f].split.test);
        if (f < 4) {
            EXPECT_EQ(repeated[f].split.test, plain[f].split.test);
            EXPECT_EQ(repeated[f].inner_folds, plain[f].inner_folds);
        }
    }
    EXPECT_EQ(tests.size(), 12U);
}

TEST(OuterFolds, ChooseTheSameCWhateverTheTestGraphsAre) {
    const RandomProblem problem = random_problem(60, 2, 0.5, 3);
    const CvOptions options = {.folds = 5};
    const OuterFold fold = make_outer_folds(problem.classes, options)[2];
    const InnerScore before = choose_c(SvmPath(problem.gram), fold, options);
    // Neither their classes, which are hidden, nor their kernel values can matter.
    GramMatrix changed = problem.gram;
    for (const std::size_t g : fold.split.test)
        for (std::size_t i = 0; i < 60; ++i) changed(g, i) = changed(i, g) = 0.123;
    const InnerScore after = choose_c(SvmPath(changed), fold, options);
    EXPECT_EQ(before.C, after.C);
    EXPECT_EQ(before.right, after.right);
    EXPECT_GT(before.right, fold.split.train.size() / 2);
}

TEST(OuterFolds, JudgeTwoClassesByAurocToo) {
    const RandomProblem problem = random_problem(80, 2, 2.5, 4);
    const OuterFold fold = make_outer_folds(problem.classes, {.folds = 4})[0];
    const FoldResult result = judge(SvmGram(problem.gram), fold, problem.classes, 1);
    ASSERT_TRUE(result.auroc);
    EXPECT_GT(*result.auroc, 0.9);
    const RandomProblem three = random_problem(80, 3, 2.5, 5);
    EXPECT_FALSE(judge(SvmGram(three.gram), make_outer_folds(three.classes, {.folds = 4})[0],
                       three.classes, 1)
                     .auroc);
}

TEST(OuterFolds, SummariseWithDeviationsNamedApart) {
    // Two repeats of two folds over four graphs, by hand.
    const std::vector<std::uint32_t> classes = {0, 0, 1, 1};
    const auto fold = [](std::size_t repeat, double accuracy, std::vector<std::size_t> graphs,
                         std::vector<std::uint32_t> predictions) {
        return FoldResult{.accuracy = accuracy,
                          .repeat = repeat,
                          .test_size = 2,
                          .graphs = std::move(graphs),
                          .predictions = std::move(predictions)};
    };
    const CvResult result =
        summarize_folds({fold(0, 1, {0, 2}, {0, 1}), fold(0, 0.5, {1, 3}, {0, 0}),
                         fold(1, 0.5, {0, 3}, {1, 1}), fold(1, 0, {1, 2}, {1, 0})},
                        classes);
    EXPECT_EQ(result.repeats, 2U);
    EXPECT_DOUBLE_EQ(result.mean, 0.5);
    EXPECT_DOUBLE_EQ(result.std, std::sqrt(0.125));
    EXPECT_DOUBLE_EQ(result.std_over_repeats, 0.25);  // means 0.75 and 0.25
    EXPECT_EQ(result.confusion, (ConfusionMatrix{{2, 2}, {2, 2}}));
    EXPECT_DOUBLE_EQ(result.balanced_accuracy, 0.5);
    EXPECT_FALSE(result.auroc);
    EXPECT_LT(result.interval.low, result.mean);
}

}  // namespace
}  // namespace dhgak
