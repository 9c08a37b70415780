// SPDX-License-Identifier: MIT
#include "dhgak/learn/outer_folds.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "dhgak/core/error.h"
#include "learn/libsvm_model.h"
#include "learn/random_gram.h"
#include "support/log_watch.h"

namespace dhgak {
namespace {

InnerScore choose_on(const GramMatrix& gram, const OuterFold& fold, const LearnOptions& options) {
    return choose_c(*make_learner(options)->prepare(gram), fold, options);
}

TEST(OuterFolds, HideTheClassesOfTheTestGraphs) {
    const RandomProblem problem = random_problem(50, 2, 1, 1);
    for (const OuterFold& fold : make_outer_folds(problem.classes, {.count = 5}))
        for (std::size_t g = 0; g < 50; ++g) {
            const bool is_test = std::ranges::binary_search(fold.split.test, g);
            EXPECT_EQ(fold.visible.classes[g], is_test ? kUnknownClass : problem.classes[g]);
        }
}

TEST(OuterFolds, RepeatWithOtherFoldsAfterThePlainOnes) {
    const RandomProblem problem = random_problem(60, 2, 1, 2);
    const auto plain = make_outer_folds(problem.classes, {.count = 4}, {}, 3);
    const auto repeated = make_outer_folds(problem.classes, {.count = 4, .repeats = 3}, {}, 3);
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
    const LearnOptions options;
    const OuterFold fold = make_outer_folds(problem.classes, {.count = 5}, options)[2];
    const InnerScore before = choose_on(problem.gram, fold, options);
    // Neither their classes, which are hidden, nor their kernel values can matter.
    GramMatrix changed = problem.gram;
    for (const std::size_t g : fold.split.test)
        for (std::size_t i = 0; i < 60; ++i) changed(g, i) = changed(i, g) = 0.123;
    const InnerScore after = choose_on(changed, fold, options);
    EXPECT_EQ(before.C, after.C);
    EXPECT_EQ(before.right, after.right);
    EXPECT_GT(before.right, fold.split.train.size() / 2);
}

TEST(OuterFolds, JudgeTwoClassesByAurocToo) {
    const RandomProblem problem = random_problem(80, 2, 2.5, 4);
    const OuterFold fold = make_outer_folds(problem.classes, {.count = 4})[0];
    const FoldResult result =
        judge(*make_learner({})->prepare(problem.gram), fold, problem.classes, 1);
    ASSERT_TRUE(result.scores["auroc"]);
    EXPECT_GT(*result.scores["auroc"], 0.9);
    const RandomProblem three = random_problem(80, 3, 2.5, 5);
    EXPECT_FALSE(judge(*make_learner({})->prepare(three.gram),
                       make_outer_folds(three.classes, {.count = 4})[0], three.classes, 1)
                     .scores["auroc"]);
}

TEST(OuterFolds, SummariseWithDeviationsNamedApart) {
    // Two repeats of two folds over four graphs, by hand.
    const std::vector<std::uint32_t> classes = {0, 0, 1, 1};
    const auto fold = [](std::size_t repeat, double accuracy, std::vector<std::size_t> graphs,
                         std::vector<std::uint32_t> predictions) {
        return FoldResult{.scores = {{{"accuracy", accuracy}}},
                          .repeat = repeat,
                          .test_size = 2,
                          .train_size = 2,
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
    EXPECT_DOUBLE_EQ(*result.scores["balanced"], 0.5);
    EXPECT_FALSE(result.scores["auroc"]);
    EXPECT_LT(result.interval.low, result.mean);
}

TEST(OuterFolds, LeaveGraphsOfUnknownClassOut) {
    const RandomProblem problem = random_problem(80, 2, 2, 6);
    std::vector<std::uint32_t> classes = problem.classes;
    for (std::size_t g = 0; g < 80; g += 5) classes[g] = kUnknownClass;
    std::vector<int> seen(80);
    for (const OuterFold& fold : make_outer_folds(classes, {.count = 4})) {
        EXPECT_EQ(fold.split.train.size() + fold.split.test.size(), 64U);
        for (const std::size_t g : fold.split.test) ++seen[g];
    }
    for (std::size_t g = 0; g < 80; ++g) EXPECT_EQ(seen[g], g % 5 != 0);
    const CvResult result = cross_validate(problem.gram, classes, {.count = 4});
    EXPECT_GT(result.mean, 0.8);
    EXPECT_EQ(result.confusion.size(), 2U);
    EXPECT_THROW(make_outer_folds(std::vector<std::uint32_t>(9, kUnknownClass), {.count = 2}),
                 InputError);
}

TEST(OuterFolds, AreThoseTheUserBrings) {
    const RandomProblem problem = random_problem(12, 2, 2, 7);
    const std::vector<Split> splits = {{.train = {0, 1, 2, 3, 4, 5, 6, 7}, .test = {8, 9}}};
    const auto folds = make_outer_folds(problem.classes, {}, {}, 0, {.splits = splits});
    ASSERT_EQ(folds.size(), 1U);
    EXPECT_EQ(folds[0].split.train, splits[0].train);
    EXPECT_EQ(folds[0].split.test, splits[0].test);
    EXPECT_EQ(folds[0].inner_folds.size(), 8U);
    EXPECT_EQ(folds[0].visible.classes[9], kUnknownClass);
    EXPECT_THROW(make_outer_folds(problem.classes, {.repeats = 2}, {}, 0, {.splits = splits}),
                 ConfigError);
    const LogWatch log;
    const std::vector<Split> many(20, splits[0]);  // more than there are graphs
    EXPECT_EQ(make_outer_folds(problem.classes, {}, {}, 0, {.splits = many}).size(), 20U);
    EXPECT_TRUE(log.warnings.empty());
    std::vector<std::uint32_t> unknown = problem.classes;
    unknown[8] = unknown[9] = kUnknownClass;
    EXPECT_THROW(make_outer_folds(unknown, {}, {}, 0, {.splits = splits}), InputError);
}

TEST(OuterFolds, WithSmallTrainingPartsWidenTheInterval) {
    // All graphs but the tested ones, then a quarter of them: the same folds otherwise.
    std::vector<FoldResult> folds;
    for (std::size_t f = 0; f < 4; ++f)
        folds.push_back({.scores = {{{"accuracy", 0.5 + 0.05 * static_cast<double>(f % 2)}}},
                         .test_size = 20,
                         .train_size = 60,
                         .graphs = {f},
                         .predictions = {0}});
    const std::vector<std::uint32_t> classes = {0, 0, 1, 1};
    const CvResult usual = summarize_folds(folds, classes);
    for (FoldResult& fold : folds) fold.train_size = 15;
    const CvResult wide = summarize_folds(folds, classes);
    EXPECT_NEAR(
        (wide.interval.high - wide.interval.low) / (usual.interval.high - usual.interval.low),
        std::sqrt((0.25 + 20.0 / 15) / (0.25 + 20.0 / 60)), 1e-12);
}

TEST(OuterFolds, KeepGroupsTogetherInsideAndOutside) {
    const RandomProblem problem = random_problem(90, 2, 1, 8);
    std::vector<std::uint32_t> groups(90);
    for (std::uint32_t g = 0; g < 90; ++g) groups[g] = g % 40;
    const auto plain = make_outer_folds(problem.classes, {.count = 5, .repeats = 2});
    const auto grouped = make_outer_folds(problem.classes, {.count = 5, .repeats = 2}, {}, 0,
                                          {.group_of_graph = groups});
    EXPECT_GT(count_straddling(groups, plain), 0U);
    EXPECT_EQ(count_straddling(groups, grouped), 0U);
    for (const OuterFold& fold : grouped)
        for (std::size_t a = 0; a < fold.split.train.size(); ++a)
            for (std::size_t b = 0; b < a; ++b)
                if (groups[fold.split.train[a]] == groups[fold.split.train[b]]) {
                    EXPECT_EQ(fold.inner_folds[a], fold.inner_folds[b]);
                }
    const std::vector<std::uint32_t> one_group(90, 1);
    EXPECT_THROW(
        make_outer_folds(problem.classes, {.count = 5}, {}, 0, {.group_of_graph = one_group}),
        InputError);
}

TEST(OuterFolds, PartAGroupThatIsAllThereIsToChooseBy) {
    const RandomProblem problem = random_problem(60, 2, 2.5, 14);
    const std::vector<std::uint32_t> groups(60, 7);
    const LogWatch log;
    const OuterFold whole =
        make_whole_fold(problem.classes, {}, 0, {.splits = {}, .group_of_graph = groups});
    EXPECT_EQ(log.warnings.size(), 1U);
    EXPECT_EQ(whole.num_inner, LearnOptions{}.inner_folds);
    EXPECT_GT(choose_on(problem.gram, whole, {}).right, 45U);
}

TEST(OuterFolds, CountTestGraphsWithATwinInTraining) {
    OuterFold fold;
    fold.split = {.train = {0, 1, 2}, .test = {3, 4, 5}};
    OuterFold later = fold;
    later.repeat = 1;
    // Graphs 3 and 5 are like 0; 4 is like none.
    const std::vector<std::uint32_t> groups = {7, 8, 8, 7, 9, 7};
    EXPECT_EQ(count_straddling(groups, std::vector<OuterFold>{fold, later}), 2U);
}

TEST(OuterFolds, NameSmallClassesInOneShortLine) {
    const LogWatch log;
    std::vector<std::uint32_t> classes(100, 0);
    for (std::uint32_t c = 1; c < 31; ++c) classes[c] = classes[c + 31] = c;
    const std::vector<std::string> names = {"active", "-1", "+1"};
    make_outer_folds(Targets(classes, names), {});
    ASSERT_EQ(log.warnings.size(), 1U);
    EXPECT_NE(log.warnings[0].find("class '-1' has 2, class '+1' has 2, class 3 has 2, 27 more"),
              std::string::npos)
        << log.warnings[0];
    EXPECT_LT(log.warnings[0].size(), 160U);
}

TEST(OuterFolds, ChooseForTheWholeAsForTheFirstFold) {
    const RandomProblem problem = random_problem(60, 2, 0.5, 9);
    const OuterFold first = make_outer_folds(problem.classes, {.count = 4}, {}, 3)[0];
    std::vector<std::uint32_t> train_classes;
    for (const std::size_t g : first.split.train) train_classes.push_back(problem.classes[g]);
    const OuterFold whole = make_whole_fold(train_classes, {}, 3);
    EXPECT_EQ(whole.inner_folds, first.inner_folds);
    EXPECT_TRUE(whole.split.test.empty());
    EXPECT_EQ(whole.split.train.size(), first.split.train.size());
}

TEST(OuterFolds, ChooseByALimitedNumberOfGraphs) {
    const auto problem = random_problem(120, 2, 0.5, 3);
    LearnOptions options = {.inner_folds = 3, .inner_graphs = 30};
    for (const OuterFold& fold : make_outer_folds(problem.classes, {.count = 4}, options)) {
        EXPECT_EQ(fold.choosing.size(), 30U);
        EXPECT_EQ(fold.inner_folds.size(), 30U);
        EXPECT_TRUE(std::ranges::includes(fold.split.train, fold.choosing));
        EXPECT_LE(choose_on(problem.gram, fold, options).right, 30U);
    }
    options.inner_graphs = 0;
    for (const OuterFold& fold : make_outer_folds(problem.classes, {.count = 4}, options))
        EXPECT_EQ(fold.choosing, fold.split.train);
}

// The three scores by their definitions, from libsvm's models of every inner fold.
TEST(OuterFolds, ChooseByTheScoreAskedFor) {
    RandomProblem problem = random_problem(140, 2, 0.45, 10);
    for (std::size_t g = 0; g < 140; g += 2) problem.classes[g] = 0;
    const std::vector<double> C = {0.01, 1, 3, 10, 100};
    for (const std::string score : {"accuracy", "balanced", "auroc"}) {
        const LearnOptions options = {.inner_folds = 3, .C = C, .score = score};
        const OuterFold fold = make_outer_folds(problem.classes, {.count = 4}, options)[1];
        std::vector<double> scores;
        for (const double c : C) {
            std::vector<std::uint32_t> truth, predicted;
            double area = 0, right = 0;
            for (std::uint32_t i = 0; i < 3; ++i) {
                Split split = split_at(fold.inner_folds, i);
                for (std::size_t& g : split.train) g = fold.split.train[g];
                for (std::size_t& g : split.test) g = fold.split.train[g];
                const LibsvmModel model(problem.gram, split.train, problem.classes, c);
                std::vector<double> decisions;
                std::vector<bool> is_positive;
                for (const std::size_t g : split.test) {
                    truth.push_back(problem.classes[g]);
                    predicted.push_back(model.predict(g));
                    right += truth.back() == predicted.back();
                    decisions.push_back(model.decision(g));
                    is_positive.push_back(problem.classes[g] == 1);
                }
                area += auroc(decisions, is_positive) / 3;
            }
            scores.push_back(score == "accuracy" ? right / static_cast<double>(truth.size())
                             : score == "auroc"
                                 ? area
                                 : balanced_accuracy(confusion_matrix(truth, predicted, 2)));
        }
        const InnerScore chosen = choose_on(problem.gram, fold, options);
        EXPECT_NEAR(chosen.score, std::ranges::max(scores), 0.011);
        const auto at = std::ranges::find(C, chosen.C) - C.begin();
        EXPECT_NEAR(scores[static_cast<std::size_t>(at)], std::ranges::max(scores), 0.011);
    }
    const RandomProblem three = random_problem(60, 3, 1, 11);
    EXPECT_THROW(cross_validate(three.gram, three.classes, {}, {.score = "auroc"}), ConfigError);
}

TEST(OuterFolds, KeepDecisionValuesOfTwoClasses) {
    const RandomProblem problem = random_problem(80, 2, 1, 12);
    const CvResult result = cross_validate(problem.gram, problem.classes, {.count = 4});
    for (const FoldResult& fold : result.folds) {
        ASSERT_EQ(fold.decisions.size(), fold.test_size);
        for (std::size_t i = 0; i < fold.test_size; ++i)
            EXPECT_EQ(fold.predictions[i], fold.decisions[i] < 0 ? 0U : 1U);
        EXPECT_TRUE(fold.scores["ap"]);
    }
    EXPECT_TRUE(result.scores["ap"]);
}

}  // namespace
}  // namespace dhgak
