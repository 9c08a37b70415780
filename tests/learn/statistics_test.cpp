// SPDX-License-Identifier: MIT
#include "dhgak/learn/statistics.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "core/random.h"
#include "dhgak/core/error.h"

namespace dhgak {
namespace {

using Scores = std::vector<double>;

// Golden values are from SciPy; tests/golden/statistics.py prints them.
const Scores kA = {0.81, 0.84, 0.79, 0.90, 0.88, 0.76, 0.85, 0.83, 0.80, 0.87};
const Scores kB = {0.78, 0.80, 0.80, 0.85, 0.81, 0.74, 0.79, 0.85, 0.77, 0.78};

TEST(Statistics, DeviationIsThePopulations) {
    EXPECT_DOUBLE_EQ(deviation(Scores{1, 3}), 1);
    EXPECT_EQ(deviation(Scores{5}), 0);
    EXPECT_EQ(mean(Scores{}), 0);
}

TEST(Statistics, AnIntervalWithoutCorrectionIsStudents) {
    const Interval interval = corrected_interval(kA, 0);
    EXPECT_NEAR(interval.low, 0.801718184186599, 1e-12);
    EXPECT_NEAR(interval.high, 0.8642818158134009, 1e-12);
}

TEST(Statistics, TheCorrectionWidensAnInterval) {
    // sqrt((1/10 + 1/9) / (1/10)) times as wide.
    const Interval plain = corrected_interval(kA, 0), wide = corrected_interval(kA, 1.0 / 9);
    EXPECT_NEAR((wide.high - wide.low) / (plain.high - plain.low), std::sqrt((0.1 + 1.0 / 9) / 0.1),
                1e-12);
    EXPECT_NEAR(wide.high + wide.low, plain.high + plain.low, 1e-12);
}

TEST(Statistics, OneScoreIsItsOwnInterval) {
    const Interval interval = corrected_interval(Scores{0.7}, 1.0 / 9);
    EXPECT_EQ(interval.low, 0.7);
    EXPECT_EQ(interval.high, 0.7);
}

TEST(Statistics, TheTTestWithoutCorrectionIsThePairedOne) {
    const TestResult test = corrected_resampled_t_test(kA, kB, 0);
    EXPECT_NEAR(test.statistic, 3.3425160871869335, 1e-9);
    EXPECT_NEAR(test.p_value, 0.00862558185327822, 1e-9);
}

TEST(Statistics, TheTTestIsCorrectedAsNadeauAndBengioSay) {
    const TestResult plain = corrected_resampled_t_test(kA, kB, 0);
    const TestResult corrected = corrected_resampled_t_test(kA, kB, 1.0 / 9);
    EXPECT_NEAR(corrected.statistic, plain.statistic * std::sqrt(0.1 / (0.1 + 1.0 / 9)), 1e-12);
    EXPECT_NEAR(corrected.p_value, 0.04696269313140731, 1e-9);
    EXPECT_NEAR(corrected_resampled_t_test(kB, kA, 1.0 / 9).statistic, -corrected.statistic, 1e-12);
}

TEST(Statistics, EqualScoresDoNotDiffer) {
    EXPECT_EQ(corrected_resampled_t_test(kA, kA, 0.1).p_value, 1);
    EXPECT_EQ(wilcoxon_signed_rank(kA, kA).p_value, 1);
    EXPECT_EQ(corrected_resampled_t_test(Scores{1, 1}, Scores{0, 0}, 0.1).p_value, 0);
}

TEST(Statistics, WilcoxonAgreesWithSciPyWithoutTies) {
    const Scores a = {1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30};
    const Scores b = {0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29};
    const TestResult test = wilcoxon_signed_rank(a, b);
    EXPECT_EQ(test.statistic, 5);
    EXPECT_NEAR(test.p_value, 0.0390625, 1e-12);
}

TEST(Statistics, WilcoxonCountsAllSignsWhereDifferencesTie) {
    // By hand: every assignment of signs to the ranks is equally likely.
    Random random(3);
    for (int round = 0; round < 20; ++round) {
        Scores a, b(9, 0.0);
        for (int i = 0; i < 9; ++i)
            a.push_back(static_cast<double>(random.below(7)) - 3);  // ties and zeros
        const TestResult test = wilcoxon_signed_rank(a, b);
        Scores sizes;
        for (const double d : a)
            if (d != 0) sizes.push_back(std::abs(d));
        double total = 0, as_extreme = 0;
        for (unsigned signs = 0; signs < 1u << sizes.size(); ++signs) {
            double positive = 0, negative = 0;
            for (std::size_t i = 0; i < sizes.size(); ++i) {
                double rank = 0.5;
                for (const double other : sizes)
                    rank += other < sizes[i] ? 1 : other == sizes[i] ? 0.5 : 0;
                (signs >> i & 1 ? positive : negative) += rank;
            }
            total += 1;
            as_extreme += std::min(positive, negative) <= test.statistic;
        }
        EXPECT_NEAR(test.p_value, as_extreme / total, 1e-12);
    }
}

TEST(Statistics, WilcoxonSeesTiesThroughRounding) {
    // Tenths that differ by one tenth, once up and twice down, and one pair of equals.
    const std::vector<double> a = {0.8, 0.8, 0.3, 0.1 + 0.2}, b = {0.7, 0.9, 0.4, 0.3};
    const std::vector<double> whole_a = {8, 8, 3, 3}, whole_b = {7, 9, 4, 3};
    EXPECT_EQ(wilcoxon_signed_rank(a, b).statistic, 2);
    EXPECT_EQ(wilcoxon_signed_rank(a, b).p_value, wilcoxon_signed_rank(whole_a, whole_b).p_value);
}

TEST(Statistics, WilcoxonIsCloseToNormalForManyPairs) {
    Scores a, b;
    for (int i = 0; i < 60; ++i) {
        a.push_back(std::sin(i) + 0.3);
        b.push_back(std::cos(3 * i));
    }
    const TestResult test = wilcoxon_signed_rank(a, b);
    EXPECT_EQ(test.statistic, 615);
    EXPECT_NEAR(test.p_value, 0.027210767781831027, 1e-9);
}

TEST(Statistics, BalancedAccuracyWeighsClassesAlike) {
    const std::vector<std::uint32_t> truth = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1},
                                     predicted = {0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
    const ConfusionMatrix confusion = confusion_matrix(truth, predicted, 3);
    EXPECT_EQ(confusion, (ConfusionMatrix{{8, 0, 0}, {1, 1, 0}, {0, 0, 0}}));
    EXPECT_DOUBLE_EQ(balanced_accuracy(confusion), 0.75);
}

TEST(Statistics, AurocIsTheChanceOfTheRightOrder) {
    EXPECT_EQ(auroc(Scores{1, 2, 3, 4}, {false, false, true, true}), 1);
    EXPECT_EQ(auroc(Scores{4, 3, 2, 1}, {false, false, true, true}), 0);
    EXPECT_EQ(auroc(Scores{5, 5, 5, 5}, {false, true, true, false}), 0.5);
    Random random(1);
    Scores scores;
    std::vector<bool> positive;
    for (int i = 0; i < 60; ++i) {
        scores.push_back(static_cast<double>(random.below(15)));
        positive.push_back(random.below(3) == 0);
    }
    double pairs = 0, right = 0;
    for (std::size_t i = 0; i < 60; ++i)
        for (std::size_t j = 0; j < 60; ++j)
            if (positive[i] && !positive[j]) {
                pairs += 1;
                right += scores[i] > scores[j] ? 1 : scores[i] == scores[j] ? 0.5 : 0;
            }
    EXPECT_NEAR(auroc(scores, positive), right / pairs, 1e-12);
}

TEST(Statistics, RejectsListsThatDoNotFit) {
    EXPECT_THROW(corrected_resampled_t_test(Scores{1}, Scores{1}, 0.1), InputError);
    EXPECT_THROW(corrected_resampled_t_test(Scores{1, 2}, Scores{1}, 0.1), InputError);
    EXPECT_THROW(wilcoxon_signed_rank(Scores{1, 2}, Scores{1}), InputError);
    EXPECT_THROW(auroc(Scores{1, 2}, {true, true}), InputError);
}

TEST(Statistics, AveragePrecisionIsTheMeanPrecisionAtThePositives) {
    Random random(21);
    for (int trial = 0; trial < 40; ++trial) {
        std::vector<double> scores;
        std::vector<bool> is_positive;
        for (int i = 0; i < 30; ++i) {
            scores.push_back(static_cast<double>(random.below(12)));
            is_positive.push_back(i == 0 || random.uniform() < 0.4);
        }
        double sum = 0, positives = 0;
        for (std::size_t i = 0; i < 30; ++i) {
            if (!is_positive[i]) continue;
            double above = 0, right = 0;
            for (std::size_t j = 0; j < 30; ++j)
                if (scores[j] >= scores[i]) {
                    above += 1;
                    right += is_positive[j];
                }
            sum += right / above;
            positives += 1;
        }
        EXPECT_NEAR(average_precision(scores, is_positive), sum / positives, 1e-12);
    }
    EXPECT_DOUBLE_EQ(average_precision(std::vector<double>{3, 2, 1}, {false, true, true}),
                     (1.0 / 2 + 2.0 / 3) / 2);
    EXPECT_THROW(average_precision(std::vector<double>{1}, {false}), InputError);
}

}  // namespace
}  // namespace dhgak
