// SPDX-License-Identifier: MIT
#include "dhgak/learn/cross_validation.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "dhgak/core/error.h"
#include "dhgak/core/parallel.h"
#include "dhgak/learn/folds.h"
#include "learn/libsvm_model.h"
#include "learn/random_gram.h"
#include "learn/svm.h"
#include "support/log_watch.h"

namespace dhgak {
namespace {

bool same(const CvResult& a, const CvResult& b) {
    if (a.mean != b.mean || a.std != b.std || a.folds.size() != b.folds.size()) return false;
    for (std::size_t f = 0; f < a.folds.size(); ++f)
        if (a.folds[f].scores != b.folds[f].scores || a.folds[f].C != b.folds[f].C ||
            a.folds[f].graphs != b.folds[f].graphs ||
            a.folds[f].predictions != b.folds[f].predictions)
            return false;
    return true;
}

TEST(CrossValidation, JudgesEachGraphOnce) {
    const RandomProblem problem = random_problem(95, 3, 0.6, 1);
    const CvResult result = cross_validate(problem.gram, problem.classes, {});
    std::vector<int> seen(95);
    double mean = 0, square = 0;
    for (const FoldResult& fold : result.folds) {
        ASSERT_EQ(fold.graphs.size(), fold.predictions.size());
        ASSERT_EQ(fold.graphs.size(), fold.test_size);
        EXPECT_TRUE(std::ranges::is_sorted(fold.graphs));
        double right = 0;
        for (std::size_t i = 0; i < fold.graphs.size(); ++i) {
            ++seen[fold.graphs[i]];
            right += fold.predictions[i] == problem.classes[fold.graphs[i]];
        }
        EXPECT_DOUBLE_EQ(fold.accuracy(), right / static_cast<double>(fold.test_size));
        mean += fold.accuracy() / 10;
        square += fold.accuracy() * fold.accuracy() / 10;
    }
    EXPECT_EQ(seen, std::vector<int>(95, 1));
    EXPECT_NEAR(result.mean, mean, 1e-12);
    EXPECT_NEAR(result.std, std::sqrt(square - mean * mean), 1e-6);
}

TEST(CrossValidation, IsTheSameAtAnyThreadCount) {
    const RandomProblem problem = random_problem(90, 2, 0.4, 2);
    std::vector<CvResult> results;
    for (const std::size_t threads : {1, 2, 8}) {
        set_num_threads(threads);
        results.push_back(cross_validate(problem.gram, problem.classes, {}, {}, 5));
    }
    set_num_threads(0);
    EXPECT_TRUE(same(results[0], results[1]));
    EXPECT_TRUE(same(results[0], results[2]));
}

TEST(CrossValidation, LearnsWhatIsThere) {
    const RandomProblem problem = random_problem(120, 3, 1.5, 3);
    EXPECT_GT(cross_validate(problem.gram, problem.classes, {}).mean, 0.95);
}

TEST(CrossValidation, IsAtChanceOnRandomLabels) {
    double mean = 0;
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        const RandomProblem problem = random_problem(100, 2, 0, seed);
        mean += cross_validate(problem.gram, problem.classes, {}, {}, seed).mean / 6;
    }
    EXPECT_NEAR(mean, 0.5, 0.08);
}

TEST(CrossValidation, ChoosesTheFirstBestCOfTheTrainingFold) {
    // The same choice by training libsvm anew for every C.
    const RandomProblem problem = random_problem(80, 2, 0.5, 4);
    const LearnOptions options = {.inner_folds = 3};
    const CvResult result = cross_validate(problem.gram, problem.classes, {.count = 4}, options, 9);
    const auto folds = stratified_folds(problem.classes, 4, 9);
    for (std::uint32_t f = 0; f < 4; ++f) {
        const Split outer = split_at(folds, f);
        std::vector<std::uint32_t> train_classes;
        for (const std::size_t g : outer.train) train_classes.push_back(problem.classes[g]);
        const auto inner = stratified_folds(train_classes, 3, derive_seed(9, {0}));
        std::vector<int> right(options.C.size());
        for (std::uint32_t i = 0; i < 3; ++i) {
            Split split = split_at(inner, i);
            for (std::size_t& g : split.train) g = outer.train[g];
            for (std::size_t& g : split.test) g = outer.train[g];
            for (std::size_t c = 0; c < options.C.size(); ++c) {
                const LibsvmModel model(problem.gram, split.train, problem.classes, options.C[c]);
                for (const std::size_t g : split.test)
                    right[c] += model.predict(g) == problem.classes[g];
            }
        }
        const auto best = std::ranges::max_element(right) - right.begin();
        EXPECT_EQ(result.folds[f].C, options.C[static_cast<std::size_t>(best)]);
    }
}

TEST(CrossValidation, TrainsOnTheOtherFoldsOnly) {
    const RandomProblem problem = random_problem(60, 2, 0.5, 5);
    const SvmGram gram(problem.gram);
    for (const FoldResult& fold :
         cross_validate(problem.gram, problem.classes, {.count = 5}).folds) {
        std::vector<std::size_t> others;
        for (std::size_t g = 0; g < 60; ++g)
            if (std::ranges::count(fold.graphs, g) == 0) others.push_back(g);
        const SvmModel model(gram, others, problem.classes, fold.C);
        for (std::size_t i = 0; i < fold.graphs.size(); ++i)
            EXPECT_EQ(fold.decisions[i], model.decision(fold.graphs[i]));
    }
}

TEST(CrossValidation, WarnsOfSmallClassesAndGoesOn) {
    RandomProblem problem = random_problem(60, 2, 2, 6);
    problem.classes[10] = 2;
    problem.classes[20] = problem.classes[30] = problem.classes[40] = 5;
    const LogWatch log;
    const CvResult result = cross_validate(problem.gram, problem.classes, {});
    ASSERT_EQ(log.warnings.size(), 1U);
    EXPECT_NE(log.warnings[0].find("class 2 has 1"), std::string::npos) << log.warnings[0];
    EXPECT_NE(log.warnings[0].find("class 5 has 3"), std::string::npos) << log.warnings[0];
    EXPECT_GT(result.mean, 0.8);
}

TEST(CrossValidation, WorksOnTwoGraphs) {
    // Each training fold knows one class only and is always wrong.
    const RandomProblem problem = random_problem(2, 1, 0, 7);
    const CvResult result =
        cross_validate(problem.gram, std::vector<std::uint32_t>{0, 1}, {.count = 2});
    EXPECT_EQ(result.mean, 0);
    EXPECT_EQ(result.folds[0].C, LearnOptions{}.C.front());
}

TEST(CrossValidation, TakesGraphsWithoutNodes) {
    RandomProblem problem = random_problem(40, 2, 1, 8);
    for (std::size_t g = 0; g < 40; ++g)
        problem.gram(3, g) = problem.gram(g, 3) = problem.gram(7, g) = problem.gram(g, 7) = 0;
    EXPECT_GT(cross_validate(problem.gram, problem.classes, {}).mean, 0.5);
}

TEST(CrossValidation, RejectsDataItCannotSplit) {
    const RandomProblem problem = random_problem(8, 2, 1, 9);
    EXPECT_THROW(cross_validate(problem.gram, problem.classes, {}), InputError);
    EXPECT_THROW(cross_validate(problem.gram, std::vector<std::uint32_t>(8, 1), {.count = 2}),
                 InputError);
    EXPECT_THROW(cross_validate(problem.gram, std::vector<std::uint32_t>{0, 1}, {.count = 2}),
                 InputError);
}

TEST(CrossValidation, RejectsOptionsOutOfRange) {
    EXPECT_THROW(validate(FoldOptions{.count = 1}), ConfigError);
    EXPECT_THROW(validate(LearnOptions{.inner_folds = 1}), ConfigError);
    EXPECT_THROW(validate(LearnOptions{.C = {}}), ConfigError);
    EXPECT_THROW(validate(LearnOptions{.C = {0, 1}}), ConfigError);
    EXPECT_THROW(validate(LearnOptions{.C = {1, INFINITY}}), ConfigError);
    EXPECT_THROW(validate(LearnOptions{.C = {10, 1}}), ConfigError);
    EXPECT_THROW(validate(LearnOptions{.C = {1, 1}}), ConfigError);
    EXPECT_NO_THROW(validate(LearnOptions{}));
}

}  // namespace
}  // namespace dhgak
