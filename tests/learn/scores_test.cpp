// SPDX-License-Identifier: MIT
#include "dhgak/learn/scores.h"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "dhgak/core/error.h"
#include "dhgak/learn/cross_validation.h"
#include "dhgak/learn/outer_folds.h"
#include "learn/random_gram.h"

namespace dhgak {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

TEST(Scores, AreBestForPerfectPredictions) {
    const Targets truth(std::vector<std::uint32_t>{0, 1, 1, 0, kUnknownClass});
    const std::vector<std::size_t> graphs = {0, 1, 2, 3};
    const Predictions right = {.classes = {0, 1, 1, 0}, .decisions = {-1, 2, 1, -2}};
    const Predictions wrong = {.classes = {1, 0, 0, 1}, .decisions = {1, -2, -1, 2}};
    for (const ScoreInfo* score : scores_of(Targets::Kind::classes)) {
        EXPECT_EQ(&find_score(score->name), score);
        const double best = score->of(truth, graphs, right).value();
        EXPECT_EQ(best, 1) << score->name;
        EXPECT_TRUE(score->is_better(best, score->of(truth, graphs, wrong).value()));
        EXPECT_FALSE(score->of(truth, {}, {})) << score->name;
    }
    EXPECT_THROW(find_score("luck"), ConfigError);
}

TEST(Scores, OfTwoClassesAreNotThereForMore) {
    const Targets truth(std::vector<std::uint32_t>{0, 1, 2});
    const std::vector<std::size_t> graphs = {0, 1, 2};
    for (const ScoreInfo* score : scores_of(Targets::Kind::classes))
        EXPECT_EQ(
            score->of(truth, graphs, {.classes = {0, 1, 1}, .decisions = {1, 2, 3}}).has_value(),
            !score->of_two_classes)
            << score->name;
}

TEST(Scores, EachChooseC) {
    RandomProblem problem = random_problem(90, 2, 0.5, 3);
    for (std::size_t g = 0; g < 90; g += 3) problem.classes[g] = 0;
    for (const ScoreInfo* score : scores_of(Targets::Kind::classes)) {
        const LearnOptions options = {.inner_folds = 3, .score = std::string(score->name)};
        const CvResult result =
            cross_validate(problem.gram, problem.classes, {.count = 3}, options);
        EXPECT_GT(result.scores[score->name].value(), 0.4) << score->name;
        for (const FoldResult& fold : result.folds) EXPECT_TRUE(fold.scores[score->name]);
    }
    EXPECT_THROW(validate(LearnOptions{.score = "luck"}), ConfigError);
}

TEST(Targets, KnowWhatIsHidden) {
    const Targets classes({0, 1, kUnknownClass, 1}, {"no", "yes"});
    const Targets values(std::vector<double>{0.5, kNaN, 2, -1});
    EXPECT_EQ(classes.known(), (std::vector<std::size_t>{0, 1, 3}));
    EXPECT_EQ(values.known(), (std::vector<std::size_t>{0, 2, 3}));
    const std::vector<std::size_t> test = {0, 3};
    EXPECT_EQ(classes.without(test).known(), (std::vector<std::size_t>{1}));
    EXPECT_EQ(values.without(test).known(), (std::vector<std::size_t>{2}));
    EXPECT_EQ(classes.of(test).classes, (std::vector<std::uint32_t>{0, 1}));
    EXPECT_EQ(classes.of(test).class_names, classes.class_names);
    EXPECT_EQ(values.of(test).values, (std::vector<double>{0.5, -1}));
    EXPECT_EQ(classes.strata(), classes.classes);
}

TEST(Targets, OfValuesFallIntoTenths) {
    std::vector<double> numbers;
    for (int i = 0; i < 100; ++i) numbers.push_back(std::exp(0.1 * ((37 * i) % 100)));
    numbers.push_back(kNaN);
    const std::vector<std::uint32_t> strata = Targets(numbers).strata();
    for (int i = 0; i < 100; ++i)
        EXPECT_EQ(strata[static_cast<std::size_t>(i)],
                  static_cast<std::uint32_t>(37 * i % 100 / 10));
    EXPECT_EQ(strata[100], kUnknownClass);
    EXPECT_EQ(Targets(std::vector<double>{3, 3, 3}).strata(), (std::vector<std::uint32_t>(3, 0)));
}

// Folds, and the choice of graphs inside them, ask for strata only.
TEST(OuterFolds, SpreadValuesEvenly) {
    std::vector<double> numbers;
    for (std::size_t i = 0; i < 200; ++i) numbers.push_back(static_cast<double>((67 * i) % 200));
    numbers[5] = kNaN;
    const std::vector<OuterFold> folds =
        make_outer_folds(numbers, {.count = 5}, {.inner_graphs = 80}, 1);
    ASSERT_EQ(folds.size(), 5U);
    for (const OuterFold& fold : folds) {
        double sum = 0;
        for (const std::size_t g : fold.split.test) {
            EXPECT_NE(g, 5U);
            EXPECT_FALSE(fold.visible.is_known(g));
            sum += numbers[g];
        }
        EXPECT_NEAR(sum / static_cast<double>(fold.split.test.size()), 100, 12);
        EXPECT_EQ(fold.choosing.size(), 80U);
        std::vector<double> of_train;
        for (const std::size_t g : fold.split.train) of_train.push_back(numbers[g]);
        if (&fold == &folds.front())
            EXPECT_EQ(make_whole_fold(of_train, {.inner_graphs = 80}, 1).inner_folds,
                      fold.inner_folds);
    }
    EXPECT_THROW(make_outer_folds(std::vector<double>(9, kNaN), {.count = 3}), InputError);
}

}  // namespace
}  // namespace dhgak
