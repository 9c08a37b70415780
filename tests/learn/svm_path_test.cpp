// SPDX-License-Identifier: MIT
#include "learn/svm_path.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "dhgak/core/error.h"
#include "dhgak/learn/cross_validation.h"
#include "learn/libsvm_model.h"
#include "learn/random_gram.h"
#include "learn/svm/free_step.h"
#include "learn/svm/pair_scan.h"
#include "learn/svm/pair_solver.h"
#include "learn/svm/test_rows.h"

namespace dhgak {
namespace {

const std::vector<double> kC = LearnOptions{}.C;

Split every_third(std::size_t size) {
    Split split;
    for (std::size_t i = 0; i < size; ++i) (i % 3 == 1 ? split.test : split.train).push_back(i);
    return split;
}

// Makes `copy` a twin of `graph`: the same kernel row, and a class of its own.
void make_twin(RandomProblem& problem, std::size_t graph, std::size_t copy, std::uint32_t c) {
    for (std::size_t k = 0; k < problem.gram.size(); ++k)
        problem.gram(copy, k) = problem.gram(k, copy) = problem.gram(graph, k);
    problem.gram(copy, copy) = problem.gram(graph, graph);
    problem.classes[copy] = c;
}

void make_empty(RandomProblem& problem, std::size_t graph) {
    for (std::size_t k = 0; k < problem.gram.size(); ++k)
        problem.gram(graph, k) = problem.gram(k, graph) = 0;
}

double decision_of(const PairSolver& solver, std::size_t graph) {
    return solver.decisions(std::span(&graph, 1)).front();
}

struct Case {
    const char* name;
    RandomProblem problem;
};

std::vector<Case> two_class_cases() {
    std::vector<Case> cases;
    cases.push_back({"balanced", random_problem(150, 2, 0.5, 1)});
    cases.push_back({"without signal", random_problem(100, 2, 0, 2)});
    Case uneven = {"uneven", random_problem(120, 2, 0.6, 3)};
    for (std::size_t g = 0; g < 120; g += 2) uneven.problem.classes[g] = 0;
    cases.push_back(uneven);
    Case twins = {"twins of different classes", random_problem(120, 2, 0.5, 4)};
    for (std::size_t g = 0; g < 60; g += 3)
        make_twin(twins.problem, g, g + 60, 1 - twins.problem.classes[g]);
    cases.push_back(twins);
    Case empty = {"graphs without nodes", random_problem(90, 2, 0.5, 5)};
    for (const std::size_t g : {4, 40, 41, 80}) make_empty(empty.problem, g);
    cases.push_back(empty);
    return cases;
}

TEST(FreeStep, SolvesForAllFreeGraphsAtOnce) {
    const RandomProblem problem = random_problem(40, 2, 0.5, 11);
    const FloatGram gram(problem.gram);
    std::vector<std::uint32_t> free;
    std::vector<double> errors;
    for (std::uint32_t g = 0; g < 40; g += 2) {
        free.push_back(g);
        errors.push_back(std::sin(g));
    }
    const FreeStep step = solve_free(gram, free, errors);
    // K d + lambda = errors with one lambda for all, and sum(d) = 0: the optimum is one length
    // away.
    std::vector<double> lambdas;
    double sum = 0;
    for (std::size_t i = 0; i < free.size(); ++i) {
        double product = 0;
        for (std::size_t j = 0; j < free.size(); ++j)
            product += gram.row(free[i])[free[j]] * step.direction[j];
        lambdas.push_back(errors[i] - product);
        sum += step.direction[i];
    }
    EXPECT_NEAR(sum, 0, 1e-6);
    EXPECT_NEAR(step.length, 1, 1e-4);
    for (const double lambda : lambdas) EXPECT_NEAR(lambda, lambdas[0], 1e-4);
}

TEST(FreeStep, SeesThatThereIsNothingToGain) {
    const RandomProblem problem = random_problem(10, 2, 0.5, 12);
    const FreeStep step = solve_free(FloatGram(problem.gram), std::vector<std::uint32_t>{1, 2, 5},
                                     std::vector<double>{0.5, 0.5, 0.5});
    for (const double d : step.direction) EXPECT_NEAR(d * step.length, 0, 1e-9);
}

TEST(SvmPath, HasTheDecisionValuesOfLibsvmAtEachC) {
    for (const Case& c : two_class_cases()) {
        const Split split = every_third(c.problem.classes.size());
        const FloatGram float_gram(c.problem.gram);
        std::vector<std::int8_t> signs(c.problem.classes.size());
        for (const std::size_t g : split.train) signs[g] = c.problem.classes[g] == 1 ? 1 : -1;
        PairSolver solver(float_gram, signs);
        for (const double C : kC) {
            solver.solve(C);
            const LibsvmModel model(c.problem.gram, split.train, c.problem.classes, C);
            for (std::size_t g = 0; g < signs.size(); ++g)
                EXPECT_NEAR(decision_of(solver, g), model.decision(g), 5e-3)
                    << c.name << ", C = " << C << ", graph " << g;
        }
    }
}

// Points in a few dimensions whose classes no plane separates: at large C moving pairs alone takes
// very many steps. With the origin and the unit vectors among the graphs, though not trained on,
// the plane can be read off the decision values.
struct OverlappingClasses {
    static constexpr std::size_t kTrained = 150, kDimensions = 12;

    std::vector<std::vector<double>> points;
    RandomProblem problem;
    Split split;

    OverlappingClasses() {
        Random random(6);
        for (std::size_t i = 0; i < kTrained; ++i) {
            std::vector<double> point;
            for (std::size_t d = 0; d < kDimensions; ++d)
                point.push_back(static_cast<double>(random.below(16)) / 16);
            const bool is_flipped = random.uniform() < 0.2;
            problem.classes.push_back((point[0] > 0.5) != is_flipped);
            points.push_back(std::move(point));
            split.train.push_back(i);
        }
        points.emplace_back(kDimensions);
        for (std::size_t d = 0; d < kDimensions; ++d) {
            points.emplace_back(kDimensions);
            points.back()[d] = 1;
        }
        problem.classes.resize(points.size());
        problem.gram = GramMatrix(points.size());
        for (std::size_t i = 0; i < points.size(); ++i)
            for (std::size_t j = 0; j < points.size(); ++j)
                problem.gram(i, j) =
                    std::inner_product(points[i].begin(), points[i].end(), points[j].begin(), 0.0);
    }

    // |w|^2 / 2 + C sum of max(0, 1 - y f(x)), which a C-SVM makes least.
    template <typename Decision>
    double objective(double C, const Decision& decision) const {
        double norm = 0, losses = 0;
        for (std::size_t d = 0; d < kDimensions; ++d)
            norm += std::pow(decision(kTrained + 1 + d) - decision(kTrained), 2);
        for (std::size_t i = 0; i < kTrained; ++i)
            losses += std::max(0.0, 1 - (problem.classes[i] == 1 ? 1 : -1) * decision(i));
        return norm / 2 + C * losses;
    }
};

TEST(SvmPath, ReachesTheLeastObjectiveWherePairsAreSlow) {
    const OverlappingClasses data;
    const FloatGram float_gram(data.problem.gram);
    std::vector<std::int8_t> signs(data.points.size());
    for (const std::size_t g : data.split.train) signs[g] = data.problem.classes[g] == 1 ? 1 : -1;
    PairSolver solver(float_gram, signs);
    PairSolver coarse(float_gram, signs, 1, 1, {.tolerance = 1e-2F, .gap = 0.02});
    for (const double C : kC) {
        solver.solve(C);
        coarse.solve(C);
        const LibsvmModel model(data.problem.gram, data.split.train, data.problem.classes, C);
        const double ours =
            data.objective(C, [&](std::size_t g) { return decision_of(solver, g); });
        const double libsvms = data.objective(C, [&](std::size_t g) { return model.decision(g); });
        EXPECT_LT(ours, libsvms * 1.001) << C;
        EXPECT_GT(ours, libsvms * 0.99) << C;
        EXPECT_LT(data.objective(C, [&](std::size_t g) { return decision_of(coarse, g); }),
                  ours * 1.03)
            << C;
    }
}

TEST(SvmPath, FindsTheSameSolutionFromAnyStart) {
    const RandomProblem problem = random_problem(120, 2, 0.4, 6);
    const FloatGram gram(problem.gram);
    std::vector<std::int8_t> signs;
    for (const std::uint32_t c : problem.classes) signs.push_back(c == 1 ? 1 : -1);
    PairSolver path(gram, signs);
    for (const double C : kC) {
        path.solve(C);
        PairSolver alone(gram, signs);
        alone.solve(C);
        for (std::size_t g = 0; g < 120; ++g)
            EXPECT_NEAR(decision_of(path, g), decision_of(alone, g), 5e-3) << C;
    }
}

TEST(PairSolver, DecidesByItsDecisionFunction) {
    const RandomProblem problem = random_problem(200, 2, 0.4, 8);
    const FloatGram gram(problem.gram);
    std::vector<std::size_t> all(200);
    std::iota(all.begin(), all.end(), 0);
    for (const std::size_t num_trained : {12, 150}) {  // few and most of the graphs
        std::vector<std::int8_t> signs(200);
        for (std::size_t g = 0; g < num_trained; ++g) signs[g] = problem.classes[g] == 1 ? 1 : -1;
        PairSolver solver(gram, signs);
        solver.solve(10);
        ASSERT_EQ(solver.members().size(), num_trained);
        const std::vector<double> decisions = solver.decisions(all);
        const std::vector<double> by_members =
            TestRows(gram, {.train = all, .test = all}).decisions(solver);
        for (const std::size_t g : all) {
            double sum = solver.offset();
            for (std::size_t m = 0; m < num_trained; ++m)
                sum += solver.coefficients()[m] * gram.row(g)[solver.members()[m]];
            EXPECT_NEAR(decisions[g], sum, 1e-12);
            EXPECT_NEAR(by_members[g], sum, 1e-12);
        }
    }
}

TEST(PairSolver, SaysWhetherItCameToAnEnd) {
    const OverlappingClasses data;
    const FloatGram gram(data.problem.gram);
    std::vector<std::int8_t> signs(data.points.size());
    for (const std::size_t g : data.split.train) signs[g] = data.problem.classes[g] == 1 ? 1 : -1;
    EXPECT_TRUE(PairSolver(gram, signs).solve(1000));
    EXPECT_FALSE(PairSolver(gram, signs, 1, 1, {.most_moves = 1}).solve(1000));
}

TEST(SvmPath, VotesAsLibsvmDoes) {
    for (const std::uint32_t num_classes : {2, 3, 6, 20}) {
        const RandomProblem problem = random_problem(180, num_classes, 0.7, num_classes);
        const Split split = every_third(180);
        const SvmGram gram(problem.gram);
        const auto predictions = SvmPath(gram).predict(split, problem.classes, kC);
        ASSERT_EQ(predictions.size(), kC.size());
        for (std::size_t c = 0; c < kC.size(); ++c) {
            const LibsvmModel model(problem.gram, split.train, problem.classes, kC[c]);
            int different = 0;
            for (std::size_t t = 0; t < split.test.size(); ++t)
                different += predictions[c].classes[t] != model.predict(split.test[t]);
            EXPECT_LE(different, 1) << num_classes << " classes, C = " << kC[c];
        }
    }
}

TEST(SvmPath, BalancesAndDecidesAsLibsvmDoes) {
    RandomProblem problem = random_problem(160, 2, 0.5, 12);
    for (std::size_t g = 0; g < 160; g += 3) problem.classes[g] = 0;
    const Split split = every_third(160);
    const SvmGram gram(problem.gram);
    const auto predictions = SvmPath(gram).predict(split, problem.classes, kC, true);
    for (std::size_t c = 0; c < kC.size(); ++c) {
        const LibsvmModel model(problem.gram, split.train, problem.classes, kC[c], true);
        for (std::size_t t = 0; t < split.test.size(); ++t)
            EXPECT_NEAR(predictions[c].decisions[t], model.decision(split.test[t]), 5e-2) << kC[c];
    }
}

TEST(SvmPath, DoesNotNeedClassesWithoutGaps) {
    RandomProblem problem = random_problem(60, 2, 3, 7);
    for (std::uint32_t& c : problem.classes) c = c == 0 ? 3 : 8;
    const Split split = every_third(60);
    const std::vector<double> C = {100};
    const SvmGram gram(problem.gram);
    const auto predictions = SvmPath(gram).predict(split, problem.classes, C);
    for (std::size_t t = 0; t < split.test.size(); ++t)
        EXPECT_EQ(predictions[0].classes[t], problem.classes[split.test[t]]);
}

TEST(SvmPath, PredictsTheOnlyClassItKnows) {
    const RandomProblem problem = random_problem(9, 1, 0, 8);
    const SvmGram gram(problem.gram);
    const auto predictions =
        SvmPath(gram).predict(every_third(9), std::vector<std::uint32_t>(9, 4), kC);
    for (const Predictions& of_c : predictions)
        EXPECT_EQ(of_c.classes, std::vector<std::uint32_t>(3, 4));
}

TEST(SvmPath, RejectsWhatItCannotTrainOn) {
    RandomProblem problem = random_problem(9, 2, 0, 9);
    const SvmGram gram(problem.gram);
    EXPECT_THROW(SvmPath(gram).predict({}, problem.classes, kC), InputError);
    problem.gram(3, 4) = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THROW(SvmGram{problem.gram}, InputError);
}

TEST(PairScan, AgreesWithPlainLoops) {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    constexpr std::size_t kSize = 5 * kScanPadding;
    Random random(10);
    for (int trial = 0; trial < 50; ++trial) {
        // Multiples of 1/8 are exact and tie often: the first of equals is asked for.
        const auto vector = [&] {
            std::vector<float> values(kSize);
            for (float& value : values) value = static_cast<float>(random.below(17)) / 8 - 1;
            return values;
        };
        std::vector<float> errors = vector(), bar = vector();
        const std::vector<float> row_i = vector(), row_j = vector();
        const std::vector<float> diagonal(kSize, 2);
        for (float& value : bar) value = value < 0 ? kInfinity : 0;

        std::vector<float> moved = errors;
        Extreme largest = {.value = -kInfinity, .index = 0};
        for (std::uint32_t k = 0; k < kSize; ++k) {
            moved[k] -= 0.5f * (row_i[k] - row_j[k]);
            if (moved[k] - bar[k] > largest.value) largest = {.value = moved[k], .index = k};
        }
        const Extreme found =
            move_errors(errors.data(), row_i.data(), row_j.data(), 0.5f, bar.data(), kSize);
        EXPECT_EQ(errors, moved);
        EXPECT_EQ(found.value, largest.value);
        EXPECT_EQ(found.index, largest.index);

        float best = -kInfinity, smallest = kInfinity;
        std::uint32_t best_index = 0;
        for (std::uint32_t k = 0; k < kSize; ++k) {
            if (bar[k] != 0) continue;
            smallest = std::min(smallest, errors[k]);
            const float fall = largest.value - errors[k];
            const float gain = fall * fall / std::max(4 - 2 * row_i[k], 1e-12f);
            if (fall > 0 && gain > best) {
                best = gain;
                best_index = k;
            }
        }
        const Partner partner = find_partner(errors.data(), row_i.data(), diagonal.data(),
                                             bar.data(), largest.value, 2, kSize);
        EXPECT_EQ(partner.smallest_error, smallest);
        EXPECT_EQ(partner.index, best_index);

        std::vector<double> sums(errors.begin(), errors.end()), expected = sums;
        add_multiple(sums.data(), row_i.data(), 0.25, kSize);
        for (std::size_t k = 0; k < kSize; ++k) expected[k] += 0.25 * row_i[k];
        EXPECT_EQ(sums, expected);
        EXPECT_EQ(inner_product(sums.data(), row_j.data(), kSize),
                  std::inner_product(sums.begin(), sums.end(), row_j.begin(), 0.0));
    }
}

}  // namespace
}  // namespace dhgak
