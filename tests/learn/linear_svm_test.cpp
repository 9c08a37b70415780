// SPDX-License-Identifier: MIT
#include "learn/linear_svm.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>
#include <linear.h>

#include "dhgak/core/error.h"
#include "dhgak/core/parallel.h"
#include "dhgak/learn/cross_validation.h"
#include "dhgak/learn/learner.h"
#include "learn/linear/dual_descent.h"
#include "learn/linear/linear_rows.h"
#include "learn/random_features.h"

namespace dhgak {
namespace {

const std::vector<double> kC = LearnOptions{}.C;

std::vector<std::size_t> all_of(std::size_t size) {
    std::vector<std::size_t> graphs(size);
    std::iota(graphs.begin(), graphs.end(), std::size_t{0});
    return graphs;
}

Split every_third(std::size_t size) {
    Split split;
    for (std::size_t i = 0; i < size; ++i) (i % 3 == 1 ? split.test : split.train).push_back(i);
    return split;
}

std::vector<double> signs_of(const RandomFeatures& problem) {
    std::vector<double> signs;
    for (const std::uint32_t c : problem.classes) signs.push_back(c == 1 ? 1 : -1);
    return signs;
}

void append_row(RandomFeatures& problem, std::size_t graph, std::uint32_t c) {
    SparseMatrix& f = problem.features;
    for (auto e = f.row_offsets[graph]; e < f.row_offsets[graph + 1]; ++e) {
        f.columns.push_back(f.columns[static_cast<std::size_t>(e)]);
        f.values.push_back(f.values[static_cast<std::size_t>(e)]);
    }
    f.row_offsets.push_back(std::ssize(f.values));
    problem.classes.push_back(c);
}

// liblinear's weights for class 1 against class 0, the bias last.
std::vector<double> solve_by_liblinear(const RandomFeatures& problem, double C,
                                       double weight_of_1) {
    const SparseMatrix& f = problem.features;
    std::vector<std::vector<feature_node>> nodes;
    std::vector<feature_node*> rows;
    std::vector<double> targets;
    for (std::size_t g = 0; g < f.num_rows(); ++g) {
        nodes.emplace_back();
        for (auto e = f.row_offsets[g]; e < f.row_offsets[g + 1]; ++e)
            nodes.back().push_back({.index = f.columns[static_cast<std::size_t>(e)] + 1,
                                    .value = f.values[static_cast<std::size_t>(e)]});
        nodes.back().push_back({.index = static_cast<int>(f.num_cols) + 1, .value = 1});
        nodes.back().push_back({.index = -1, .value = 0});
        targets.push_back(problem.classes[g] == 1 ? 1 : -1);
    }
    for (auto& row : nodes) rows.push_back(row.data());
    const ::problem data = {.l = static_cast<int>(rows.size()),
                            .n = static_cast<int>(f.num_cols) + 1,
                            .y = targets.data(),
                            .x = rows.data(),
                            .bias = 1};
    int label = 1;
    parameter options = {};
    options.solver_type = L2R_L1LOSS_SVC_DUAL;
    options.eps = 1e-5;
    options.C = C;
    options.nr_weight = 1;
    options.weight_label = &label;
    options.weight = &weight_of_1;
    set_print_string_function([](const char*) {});
    model* trained = train(&data, &options);
    std::vector<double> weights(trained->w, trained->w + f.num_cols + 1);
    if (trained->label[0] != 1)
        for (double& w : weights) w = -w;
    free_and_destroy_model(&trained);
    return weights;
}

double primal(const RandomFeatures& problem, std::span<const double> weights, double C,
              double weight_of_1 = 1) {
    const SparseMatrix& f = problem.features;
    double value = 0;
    for (const double w : weights) value += w * w / 2;
    for (std::size_t g = 0; g < f.num_rows(); ++g) {
        double decision = weights.back();
        for (auto e = f.row_offsets[g]; e < f.row_offsets[g + 1]; ++e)
            decision += f.values[static_cast<std::size_t>(e)] *
                        weights[static_cast<std::size_t>(f.columns[static_cast<std::size_t>(e)])];
        const bool is_1 = problem.classes[g] == 1;
        value += C * (is_1 ? weight_of_1 : 1) * std::max(0.0, 1 - (is_1 ? decision : -decision));
    }
    return value;
}

// The rows of a matrix in blocks of some.
class InBlocks final : public FeatureRows {
public:
    InBlocks(const SparseMatrix& features, std::size_t size) : features_(features), size_(size) {}

    std::size_t num_rows() const override { return features_.num_rows(); }
    std::size_t num_cols() const override { return features_.num_cols; }
    void visit(const Visitor& visit) const override {
        for (std::size_t first = 0; first < num_rows(); first += size_) {
            const std::size_t end = std::min(first + size_, num_rows());
            SparseMatrix block;
            block.num_cols = num_cols();
            const auto from = features_.row_offsets[first], to = features_.row_offsets[end];
            for (std::size_t r = first; r < end; ++r)
                block.row_offsets.push_back(features_.row_offsets[r + 1] - from);
            block.columns.assign(features_.columns.begin() + from, features_.columns.begin() + to);
            block.values.assign(features_.values.begin() + from, features_.values.begin() + to);
            visit(first, block);
        }
    }

private:
    const SparseMatrix& features_;
    std::size_t size_;
};

TEST(LinearSvm, LearnsTheSameFromBlocks) {
    RandomFeatures problem = random_features(90, 2, 3, 5);
    append_row(problem, 7, 0);
    const LinearSvm whole(problem.features);
    for (const std::size_t size : {1, 40, 500}) {
        const LinearSvm blocks(InBlocks(problem.features, size));
        const auto expected = whole.train(all_of(91), problem.classes, 10);
        const auto trained = blocks.train(all_of(91), problem.classes, 10);
        EXPECT_EQ(trained.weights, expected.weights);
        EXPECT_EQ(trained.biases, expected.biases);
    }
}

TEST(LinearRows, KeepInnerProductsInFewerNumbers) {
    RandomFeatures problem = random_features(50, 2, 2, 1);
    append_row(problem, 7, 0);
    const LinearRows rows(problem.features);
    const GramMatrix gram = gram_of(problem.features);
    EXPECT_LT(rows.num_columns(), problem.features.num_cols);
    EXPECT_EQ(rows.num_rows(), 50U);
    EXPECT_EQ(rows.row_of(50), rows.row_of(7));
    for (std::size_t g = 0; g < 51; ++g) {
        std::vector<float> weights(rows.num_columns());
        rows.add(rows.row_of(g), 1, weights.data());
        EXPECT_NEAR(rows.square(rows.row_of(g)), gram(g, g) + 1, 1e-6);
        for (std::size_t h = 0; h < 51; ++h)
            EXPECT_NEAR(rows.dot(rows.row_of(h), weights.data()), gram(g, h) + 1, 1e-6);
        // Unfolded, the weights are the graph's features and the one of the bias.
        const std::vector<double> unfolded = rows.unfold(weights);
        ASSERT_EQ(unfolded.size(), problem.features.num_cols + 1);
        EXPECT_NEAR(std::inner_product(unfolded.begin(), unfolded.end(), unfolded.begin(), 0.0),
                    gram(g, g) + 1, 1e-6);
        EXPECT_EQ(unfolded.back(), 1);
    }
}

TEST(DualDescent, FindsLiblinearsOptimum) {
    for (const std::uint64_t seed : {1, 2, 3}) {
        const RandomFeatures problem = random_features(120, 2, 2, seed);
        const LinearRows rows(problem.features);
        DualDescent solver(rows, signs_of(problem));
        for (const double C : kC) {
            if (C > 10) break;  // liblinear takes its thousand passes and stops
            ASSERT_TRUE(solver.solve(C, {.tolerance = 1e-3, .most_passes = 1000})) << C;
            const double ours = primal(problem, rows.unfold(solver.weights()), C);
            const double theirs = primal(problem, solve_by_liblinear(problem, C, 1), C);
            EXPECT_NEAR(ours / theirs, 1, 5e-3) << C;
        }
    }
}

TEST(DualDescent, SettlesContradictionsAtAnyC) {
    RandomFeatures problem = random_features(100, 2, 3, 4, 400);
    for (std::size_t g = 0; g < 30; ++g) append_row(problem, g, 1 - problem.classes[g]);
    for (std::size_t g = 0; g < 10; ++g) append_row(problem, g, 1);
    const LinearRows rows(problem.features);
    DualDescent solver(rows, signs_of(problem));
    for (const double C : kC)
        EXPECT_TRUE(solver.solve(C, {.tolerance = 1e-2, .most_passes = 1000})) << C;
    DualDescent at_one(rows, signs_of(problem));
    at_one.solve(1, {.tolerance = 1e-4, .most_passes = 1000});
    EXPECT_NEAR(primal(problem, rows.unfold(at_one.weights()), 1) /
                    primal(problem, solve_by_liblinear(problem, 1, 1), 1),
                1, 1e-3);
}

TEST(DualDescent, StopsWithinTheGapOfTheOptimum) {
    RandomFeatures problem = random_features(400, 2, 3, 7, 600);
    for (std::size_t g = 0; g < 40; ++g) append_row(problem, g, 1 - problem.classes[g]);
    const LinearRows rows(problem.features);
    for (const double C : {1.0, 100.0}) {
        DualDescent early(rows, signs_of(problem)), late(rows, signs_of(problem));
        EXPECT_TRUE(early.solve(C, {.tolerance = 1e-6, .gap = 0.02, .most_passes = 1000}));
        late.solve(C, {.tolerance = 1e-5, .most_passes = 1000});
        EXPECT_LT(early.num_passes(), late.num_passes());
        const double best = primal(problem, rows.unfold(late.weights()), C);
        EXPECT_LE(primal(problem, rows.unfold(early.weights()), C), best / (1 - 0.02)) << C;
    }
}

TEST(DualDescent, FindsTheSameSolutionFromAnyStart) {
    const RandomFeatures problem = random_features(120, 2, 1.5, 5, 200);
    const LinearRows rows(problem.features);
    DualDescent path(rows, signs_of(problem));
    for (const double C : kC) {
        path.solve(C, {.tolerance = 1e-4, .most_passes = 1000});
        DualDescent alone(rows, signs_of(problem));
        alone.solve(C, {.tolerance = 1e-4, .most_passes = 1000});
        for (std::size_t g = 0; g < 120; ++g)
            EXPECT_NEAR(path.decision(g), alone.decision(g), 5e-3) << C;
    }
}

TEST(DualDescent, CostsCountLikeCopies) {
    RandomFeatures problem = random_features(90, 2, 1.5, 6);
    RandomFeatures copied = problem;
    std::vector<double> costs = signs_of(problem);
    for (std::size_t g = 0; g < 90; ++g)
        if (problem.classes[g] == 1) {
            costs[g] = 3;
            append_row(copied, g, 1);
            append_row(copied, g, 1);
        }
    const LinearRows rows(problem.features), copied_rows(copied.features);
    DualDescent weighted(rows, costs), plain(copied_rows, signs_of(copied));
    for (const double C : {0.1, 1.0, 10.0}) {
        weighted.solve(C, {.tolerance = 1e-4, .most_passes = 1000});
        plain.solve(C, {.tolerance = 1e-4, .most_passes = 1000});
        for (std::size_t g = 0; g < 90; ++g)
            EXPECT_NEAR(weighted.decision(g), plain.decision(g), 2e-3);
        EXPECT_NEAR(primal(problem, rows.unfold(weighted.weights()), C, 3) /
                        primal(problem, solve_by_liblinear(problem, C, 3), C, 3),
                    1, 2e-3);
    }
}

TEST(LinearSvm, PredictsWhatItsWeightsSay) {
    for (const std::uint32_t num_classes : {2, 3, 5}) {
        const RandomFeatures problem = random_features(150, num_classes, 3, num_classes);
        const LinearSvm svm(problem.features);
        const Split split = every_third(150);
        const std::vector<double> C = {10};
        const Predictions predicted =
            svm.predict(split, problem.classes, C, false, kToKeep).front();
        const LinearSvm::Machines machines = svm.train(split.train, problem.classes, 10);
        const std::size_t count = num_classes == 2 ? 1 : num_classes;
        ASSERT_EQ(machines.biases.size(), count);
        ASSERT_EQ(predicted.decisions.size(), split.test.size() * count);
        int right = 0;
        for (std::size_t t = 0; t < split.test.size(); ++t) {
            right += predicted.classes[t] == problem.classes[split.test[t]];
            for (std::size_t m = 0; m < count; ++m) {
                double decision = machines.biases[m];
                const SparseMatrix& f = problem.features;
                for (auto e = f.row_offsets[split.test[t]]; e < f.row_offsets[split.test[t] + 1];
                     ++e)
                    decision +=
                        f.values[static_cast<std::size_t>(e)] *
                        machines
                            .weights[m * f.num_cols + static_cast<std::size_t>(
                                                          f.columns[static_cast<std::size_t>(e)])];
                EXPECT_NEAR(decision, predicted.decisions[t * count + m], 1e-5);
            }
        }
        EXPECT_GT(right, 28) << num_classes;
    }
}

// Where passes are few, a large C alone is as near its solution as after smaller ones.
TEST(LinearSvm, ComesToALargeCThroughSmallerOnes) {
    const RandomFeatures problem = random_features(60, 2, 3, 5);
    const LinearSvm svm(problem.features);
    const Split split = every_third(60);
    const std::vector<double> alone = {1000}, path = {1, 10, 100, 1000};
    EXPECT_EQ(svm.predict(split, problem.classes, alone).back().decisions,
              svm.predict(split, problem.classes, path).back().decisions);
}

TEST(LinearSvm, IsPositiveForTheLargerClassNumber) {
    RandomFeatures problem = random_features(60, 2, 4, 7);
    for (std::uint32_t& c : problem.classes) c = c == 0 ? 3 : 8;
    const std::vector<double> C = {10};
    const Split split = every_third(60);
    const Predictions predicted = LinearSvm(problem.features).predict(split, problem.classes, C)[0];
    for (std::size_t t = 0; t < split.test.size(); ++t)
        EXPECT_EQ(predicted.classes[t], predicted.decisions[t] < 0 ? 3U : 8U);
}

TEST(LinearSvm, BalancesAsClassCostsSay) {
    RandomFeatures problem = random_features(150, 2, 1.5, 8);
    for (std::size_t g = 0; g < 150; g += 2) problem.classes[g] = 0;
    const auto ones = std::ranges::count(problem.classes, 1U);
    const double n = 150, n1 = static_cast<double>(ones);
    const LinearSvm::Machines machines =
        LinearSvm(problem.features).train(all_of(150), problem.classes, 1, true);
    std::vector<double> weights = machines.weights;
    weights.push_back(machines.biases[0]);
    // n / (2 n_0) for class 0 is a smaller C; the rest is the weight of class 1.
    const double C = n / (2 * (n - n1)), weight = (n - n1) / n1;
    EXPECT_NEAR(primal(problem, weights, C, weight) /
                    primal(problem, solve_by_liblinear(problem, C, weight), C, weight),
                1, 0.05);
}

TEST(LinearSvm, IsJudgedByTheSameProtocolAtAnyThreadCount) {
    const RandomFeatures problem = random_features(120, 3, 2.5, 9);
    std::vector<CvResult> results;
    for (const std::size_t threads : {1, 2, 8}) {
        set_num_threads(threads);
        results.push_back(cross_validate(problem.features, problem.classes, {}, {}, 4));
    }
    set_num_threads(0);
    const CvResult by_kernel =
        cross_validate(gram_of(problem.features), problem.classes, {}, {}, 4);
    EXPECT_NEAR(results[0].mean, by_kernel.mean, 0.1);
    EXPECT_GT(results[0].mean, 0.6);
    for (std::size_t f = 0; f < 10; ++f) {
        EXPECT_EQ(results[0].folds[f].graphs, by_kernel.folds[f].graphs);
        for (const CvResult& other : results) {
            EXPECT_EQ(results[0].folds[f].C, other.folds[f].C);
            EXPECT_EQ(results[0].folds[f].predictions, other.folds[f].predictions);
        }
    }
}

TEST(LinearSvm, TakesEmptyGraphsAndOneClass) {
    RandomFeatures problem = random_features(20, 2, 4, 10);
    problem.features.row_offsets.push_back(problem.features.row_offsets.back());
    problem.classes.push_back(1);
    const LinearSvm svm(problem.features);
    const auto predicted = svm.predict({.train = all_of(20), .test = {20}}, problem.classes, kC);
    for (const Predictions& of_c : predicted) EXPECT_TRUE(std::isfinite(of_c.decisions[0]));
    const std::vector<std::uint32_t> same(21, 5);
    for (const Predictions& of_c : svm.predict(every_third(21), same, kC))
        EXPECT_EQ(of_c.classes, std::vector<std::uint32_t>(7, 5));
}

TEST(LinearSvm, RejectsWhatItCannotTrainOn) {
    RandomFeatures problem = random_features(20, 2, 2, 11);
    const LinearSvm svm(problem.features);
    EXPECT_THROW(svm.predict({}, problem.classes, kC), InputError);
    EXPECT_THROW(svm.train(all_of(20), problem.classes, 0), ConfigError);
    problem.features.values[5] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THROW(LinearSvm{problem.features}, InputError);
}

TEST(Learner, LearnsFromFeaturesWhereGraphsAreManyAndFeaturesFew) {
    const auto by_itself = [](std::size_t graphs, std::size_t entries) {
        return learns_from_features(Spec::parse("auto"), graphs, entries);
    };
    EXPECT_TRUE(by_itself(41100, 22094460));
    EXPECT_FALSE(by_itself(4110, 2209446));     // a small matrix: the kernel SVM is faster
    EXPECT_FALSE(by_itself(6000, 24'000'000));  // 288 MB either way
    EXPECT_TRUE(by_itself(6000, 23'999'999));
    EXPECT_FALSE(by_itself(41100, 0));  // there are no features
    EXPECT_TRUE(learns_from_features(Spec::parse("linear"), 10, 1000));
    EXPECT_FALSE(learns_from_features(Spec::parse("svm"), 41100, 22094460));
    EXPECT_THROW(learns_from_features(Spec::parse("forest"), 10, 1000), ConfigError);
}

}  // namespace
}  // namespace dhgak
