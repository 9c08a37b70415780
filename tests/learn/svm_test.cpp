// SPDX-License-Identifier: MIT
#include "learn/svm.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "dhgak/core/error.h"
#include "dhgak/matrix/gram.h"
#include "kernels/slices/cluster_counts.h"
#include "learn/libsvm_model.h"
#include "learn/random_gram.h"

namespace dhgak {
namespace {

std::vector<std::size_t> all_of(std::size_t size) {
    std::vector<std::size_t> graphs(size);
    std::iota(graphs.begin(), graphs.end(), std::size_t{0});
    return graphs;
}

GramMatrix linear_gram(const std::vector<double>& points) {
    GramMatrix gram(points.size());
    for (std::size_t i = 0; i < points.size(); ++i)
        for (std::size_t j = 0; j < points.size(); ++j) gram(i, j) = points[i] * points[j];
    return gram;
}

// No support vector is at its bound: every larger C has the same solution.
bool is_hard_margin(const SvmModel& model, double C) {
    for (const auto& of_pair : model.machines().coefficients)
        for (const SvmModel::Coefficient& coefficient : of_pair)
            if (std::abs(coefficient.value) >= C) return false;
    return true;
}

// Plain projected coordinate ascent on pairs: slow, and independent of libsvm. Returns the decision
// function at every graph, positive for class 1.
std::vector<double> solve_plainly(const RandomProblem& problem, double C) {
    const std::size_t size = problem.classes.size();
    std::vector<double> sign(size), alpha(size), f(size);
    for (std::size_t i = 0; i < size; ++i) sign[i] = problem.classes[i] == 1 ? 1 : -1;
    for (int sweep = 0; sweep < 3000; ++sweep)
        for (std::size_t i = 0; i < size; ++i)
            for (std::size_t j = 0; j < i; ++j) {
                const double curvature =
                    problem.gram(i, i) + problem.gram(j, j) - 2 * problem.gram(i, j);
                // Moving s along (sign_i, -sign_j) keeps the sum of sign * alpha.
                double step = ((sign[i] - f[i]) - (sign[j] - f[j])) / curvature;
                const auto limit = [&](double sign_k, double alpha_k) {
                    const double a = -sign_k * alpha_k, b = sign_k * (C - alpha_k);
                    return std::pair(std::min(a, b), std::max(a, b));
                };
                const auto [low_i, high_i] = limit(sign[i], alpha[i]);
                const auto [low_j, high_j] = limit(-sign[j], alpha[j]);
                step = std::clamp(step, std::max(low_i, low_j), std::min(high_i, high_j));
                alpha[i] += sign[i] * step;
                alpha[j] -= sign[j] * step;
                for (std::size_t k = 0; k < size; ++k)
                    f[k] += step * (problem.gram(i, k) - problem.gram(j, k));
            }
    double offset = 0;
    int num_free = 0;
    for (std::size_t i = 0; i < size; ++i)
        if (alpha[i] > 1e-6 * C && alpha[i] < (1 - 1e-6) * C) {
            offset += sign[i] - f[i];
            ++num_free;
        }
    for (double& value : f) value += offset / num_free;
    return f;
}

TEST(Svm, PutsTheBorderInTheMiddleOfTheGap) {
    const GramMatrix matrix = linear_gram({-3, -1, 2, 5});
    const SvmGram gram(matrix);
    const std::vector<std::uint32_t> classes = {0, 0, 1, 1};
    const SvmModel model(gram, all_of(4), classes, 1000);
    // Between -1 and 2: f(x) = (x - 0.5) / 1.5.
    EXPECT_NEAR(model.decision(0), -3.5 / 1.5, 1e-2);
    EXPECT_NEAR(model.decision(1), -1, 1e-2);
    EXPECT_NEAR(model.decision(2), 1, 1e-2);
    EXPECT_TRUE(is_hard_margin(model, 1000));
    EXPECT_FALSE(is_hard_margin(SvmModel(gram, all_of(4), classes, 0.01), 0.01));
}

TEST(Svm, AgreesWithAPlainSolver) {
    for (const double C : {0.5, 5.0}) {
        const RandomProblem problem = random_problem(40, 2, 0.5, 3);
        const SvmGram gram(problem.gram);
        const SvmModel model(gram, all_of(40), problem.classes, C);
        const std::vector<double> expected = solve_plainly(problem, C);
        for (std::size_t i = 0; i < 40; ++i) EXPECT_NEAR(model.decision(i), expected[i], 5e-3) << i;
    }
}

TEST(Svm, MeetsTheConditionsOfTheOptimum) {
    const RandomProblem problem = random_problem(120, 2, 0.3, 4);
    const SvmGram gram(problem.gram);
    for (const double C : {0.1, 1.0, 100.0}) {
        const SvmModel model(gram, all_of(120), problem.classes, C);
        std::vector<double> alpha(120);
        double sum = 0;
        for (const SvmModel::Coefficient& c : model.machines().coefficients.front()) {
            alpha[c.graph] = c.value * (problem.classes[c.graph] == 1 ? 1 : -1);
            sum += c.value;
        }
        EXPECT_NEAR(sum, 0, 1e-9 * C) << C;
        for (std::size_t i = 0; i < 120; ++i) {
            const double margin = model.decision(i) * (problem.classes[i] == 1 ? 1 : -1);
            EXPECT_GE(alpha[i], 0) << C;
            EXPECT_LE(alpha[i], C) << C;
            // Inside the margin only at the bound, outside only without a part.
            if (alpha[i] < C) {
                EXPECT_GT(margin, 1 - 2e-3) << C;
            }
            if (alpha[i] > 0) {
                EXPECT_LT(margin, 1 + 2e-3) << C;
            }
        }
    }
}

TEST(Svm, DecidesAsLibsvmDoes) {
    for (const bool balance : {false, true}) {
        RandomProblem problem = random_problem(200, 2, 0.5, 21);
        for (std::size_t g = 0; g < 200; g += 3) problem.classes[g] = 0;
        const SvmGram gram(problem.gram);
        std::vector<std::size_t> train;
        for (std::size_t g = 0; g < 200; ++g)
            if (g % 4 != 1) train.push_back(g);
        for (const double C : {0.001, 0.1, 1.0, 10.0, 1000.0}) {
            const SvmModel model(gram, train, problem.classes, C, balance);
            const LibsvmModel expected(problem.gram, train, problem.classes, C, balance);
            for (std::size_t g = 0; g < 200; ++g)
                EXPECT_NEAR(model.decision(g), expected.decision(g), 5e-3) << C;
        }
    }
}

TEST(Svm, VotesAsLibsvmDoes) {
    for (const std::uint32_t num_classes : {2, 3, 6}) {
        const RandomProblem problem = random_problem(180, num_classes, 0.7, num_classes);
        const SvmGram gram(problem.gram);
        std::vector<std::size_t> train;
        for (std::size_t g = 0; g < 180; g += 2) train.push_back(g);
        for (const double C : {0.01, 1.0, 100.0}) {
            const SvmModel model(gram, train, problem.classes, C);
            const LibsvmModel expected(problem.gram, train, problem.classes, C);
            int different = 0;
            for (std::size_t g = 0; g < 180; ++g)
                different += model.predict(g) != expected.predict(g);
            EXPECT_LE(different, 1) << num_classes << " classes, C = " << C;
        }
    }
}

// More graphs than are looked at before some are left behind, most of which end at a bound.
TEST(Svm, FindsTheOptimumWhereItLeavesGraphsBehind) {
    constexpr std::size_t kGraphs = 1500;
    Random random(31);
    std::vector<std::array<double, 3>> points(kGraphs);
    std::vector<std::uint32_t> classes;
    for (auto& point : points) {
        for (double& x : point) x = random.uniform();
        classes.push_back(point[0] + 0.3 * random.uniform() > 0.6);
    }
    GramMatrix matrix(kGraphs);
    for (std::size_t i = 0; i < kGraphs; ++i)
        for (std::size_t j = 0; j < kGraphs; ++j) {
            double distance = 0;
            for (std::size_t d = 0; d < 3; ++d)
                distance += (points[i][d] - points[j][d]) * (points[i][d] - points[j][d]);
            matrix(i, j) = std::exp(-5 * distance);
        }
    const SvmGram gram(matrix);
    for (const double C : {1.0, 100.0}) {
        const SvmModel model(gram, all_of(kGraphs), classes, C);
        const LibsvmModel expected(matrix, all_of(kGraphs), classes, C);
        std::size_t at_bound = 0;
        for (const SvmModel::Coefficient& c : model.machines().coefficients.front())
            at_bound += std::abs(c.value) == C;
        EXPECT_GT(at_bound, 100U);
        for (std::size_t g = 0; g < kGraphs; ++g)
            EXPECT_NEAR(model.decision(g), expected.decision(g), 2e-2) << C;
    }
}

// All move to their bound in pairs, a thousand of them: then nothing is left to look at.
TEST(Svm, EndsWhereAllGraphsAreAtTheirBound) {
    constexpr std::size_t kGraphs = 2000;
    GramMatrix matrix(kGraphs);
    std::vector<std::uint32_t> classes;
    for (std::size_t i = 0; i < kGraphs; ++i) {
        classes.push_back(i % 2);
        for (std::size_t j = 0; j < kGraphs; ++j) matrix(i, j) = i == j ? 1 : 0.1;
    }
    const SvmGram gram(matrix);
    const SvmModel model(gram, all_of(kGraphs), classes, 1e-3);
    ASSERT_EQ(model.machines().coefficients.front().size(), kGraphs);
    for (const SvmModel::Coefficient& c : model.machines().coefficients.front())
        EXPECT_EQ(std::abs(c.value), 1e-3);
}

TEST(Svm, SeesASubsetAsItsOwnMatrix) {
    const RandomProblem problem = random_problem(60, 3, 0.5, 5);
    const SvmGram whole(problem.gram);
    std::vector<std::size_t> train, test;
    for (std::size_t i = 0; i < 60; ++i) (i % 3 == 1 ? test : train).push_back(i);
    GramMatrix copied(60);  // training graphs first, then test graphs
    std::vector<std::size_t> order = train;
    order.insert(order.end(), test.begin(), test.end());
    std::vector<std::uint32_t> classes;
    for (std::size_t i = 0; i < 60; ++i) {
        classes.push_back(problem.classes[order[i]]);
        for (std::size_t j = 0; j < 60; ++j) copied(i, j) = problem.gram(order[i], order[j]);
    }
    const SvmGram part(copied);
    const SvmModel seen(whole, train, problem.classes, 2);
    const SvmModel expected(part, all_of(train.size()), classes, 2);
    for (std::size_t i = 0; i < test.size(); ++i)
        EXPECT_EQ(seen.predict(test[i]), expected.predict(train.size() + i));
}

TEST(Svm, DoesNotCareForTheOrderOfTrainingGraphs) {
    const RandomProblem problem = random_problem(50, 2, 0.4, 6);
    const SvmGram gram(problem.gram);
    std::vector<std::size_t> backwards = all_of(50);
    std::ranges::reverse(backwards);
    const SvmModel a(gram, all_of(50), problem.classes, 3);
    const SvmModel b(gram, backwards, problem.classes, 3);
    for (std::size_t i = 0; i < 50; ++i) EXPECT_EQ(a.decision(i), b.decision(i));
}

TEST(Svm, IsPositiveForClassOneWhicheverComesFirst) {
    const GramMatrix matrix = linear_gram({1, 2, -1, -2});
    const SvmGram gram(matrix);
    const SvmModel first_is_one(gram, all_of(4), std::vector<std::uint32_t>{1, 1, 0, 0}, 10);
    const SvmModel first_is_zero(gram, all_of(4), std::vector<std::uint32_t>{0, 0, 1, 1}, 10);
    EXPECT_GT(first_is_one.decision(0), 0);
    EXPECT_LT(first_is_zero.decision(0), 0);
    EXPECT_EQ(first_is_one.predict(0), 1U);
    EXPECT_EQ(first_is_zero.predict(0), 0U);
}

TEST(Svm, TellsManyClassesApart) {
    const RandomProblem problem = random_problem(150, 5, 6, 7);
    const SvmGram gram(problem.gram);
    const SvmModel model(gram, all_of(150), problem.classes, 100);
    for (std::size_t i = 0; i < 150; ++i) EXPECT_EQ(model.predict(i), problem.classes[i]);
}

TEST(Svm, PredictsTheOnlyClassItKnows) {
    const GramMatrix matrix = linear_gram({1, 2, 3});
    const SvmGram gram(matrix);
    const SvmModel model(gram, std::vector<std::size_t>{0, 2}, std::vector<std::uint32_t>{4, 1, 4},
                         1);
    EXPECT_EQ(model.predict(1), 4U);
    EXPECT_TRUE(model.machines().offsets.empty());
}

// Where one class has a third of the other, weights 2 and 2/3 are three copies of its graphs at 2/3
// of C.
TEST(Svm, BalancesAsCopiesOfTheRareClassDo) {
    const RandomProblem base = random_problem(80, 1, 0, 11);
    std::vector<std::uint32_t> classes(80);
    for (std::size_t g = 0; g < 80; g += 4) classes[g] = 1;
    std::vector<std::size_t> order = all_of(80);
    for (std::size_t g = 0; g < 80; g += 4) order.insert(order.end(), 2, g);
    GramMatrix copied(order.size());
    std::vector<std::uint32_t> copied_classes;
    for (std::size_t i = 0; i < order.size(); ++i) {
        copied_classes.push_back(classes[order[i]]);
        for (std::size_t j = 0; j < order.size(); ++j) copied(i, j) = base.gram(order[i], order[j]);
    }
    const SvmGram gram(base.gram), copied_gram(copied);
    for (const double C : {0.1, 1.0, 10.0}) {
        const SvmModel balanced(gram, all_of(80), classes, C, true);
        const SvmModel expected(copied_gram, all_of(order.size()), copied_classes, C * 2 / 3);
        for (std::size_t g = 0; g < 80; ++g)
            EXPECT_NEAR(balanced.decision(g), expected.decision(g), 1e-2) << C;
    }
}

// Theorem 3: the oracle clustering puts each graph's slices in a cluster of their own; then any
// labels are linearly separable, one class against the rest.
class OracleClustering : public testing::TestWithParam<CountRule> {};

TEST_P(OracleClustering, MakesEveryLabellingSeparable) {
    constexpr std::size_t kGraphs = 30, kHops = 2;
    std::vector<std::size_t> node_offsets = {0};
    HopAlignment hop;
    hop.clusterings.resize(3);
    hop.clustering_weights.assign(3, 1);
    for (std::size_t g = 0; g < kGraphs; ++g) {
        node_offsets.push_back(node_offsets.back() + 1 + g % 7);
        hop.point_of_node.resize(node_offsets.back(), static_cast<std::uint32_t>(g));
        for (Clustering& clustering : hop.clusterings)
            clustering.cluster_of.push_back(clustering.num_clusters++);
    }
    GramMatrix sum(kGraphs);
    const GraphCounts counts = count_clusters(hop, node_offsets);
    std::vector<double> lengths(kGraphs);
    for (std::size_t h = 0; h < kHops; ++h)
        add_level(sum, lengths, counts, layout_of(counts, cluster_weights(hop)), GetParam());
    normalize(sum);
    const SvmGram gram(sum);
    Random random(8);
    for (int trial = 0; trial < 5; ++trial) {
        std::vector<std::uint32_t> classes(kGraphs);
        for (std::uint32_t& c : classes) c = static_cast<std::uint32_t>(random.below(4));
        for (std::uint32_t one = 0; one < 4; ++one) {
            std::vector<std::uint32_t> against_rest;
            for (const std::uint32_t c : classes) against_rest.push_back(c == one);
            const SvmModel model(gram, all_of(kGraphs), against_rest, 1e4);
            EXPECT_TRUE(is_hard_margin(model, 1e4));
            for (std::size_t g = 0; g < kGraphs; ++g) EXPECT_EQ(model.predict(g), against_rest[g]);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Theorem3, OracleClustering,
                         testing::Values(CountRule::mean, CountRule::intersection));

TEST(Svm, RejectsWhatItCannotTrainOn) {
    GramMatrix broken = linear_gram({1, 2, 3});
    const SvmGram gram(broken);
    EXPECT_THROW(SvmModel(gram, {}, std::vector<std::uint32_t>{0, 1, 0}, 1), InputError);
    EXPECT_THROW(SvmModel(gram, all_of(3), std::vector<std::uint32_t>{0, 1, 0}, 0), ConfigError);
    broken(1, 2) = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THROW(SvmGram{broken}, InputError);
}

}  // namespace
}  // namespace dhgak
