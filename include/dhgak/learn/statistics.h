// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace dhgak {

double mean(std::span<const double> scores);

// Population standard deviation, as NumPy's std; 0 for fewer than two scores.
double deviation(std::span<const double> scores);

struct Interval {
    double low = 0;
    double high = 0;
};

// A confidence interval of the mean of cross-validated scores: Student's t with Nadeau and Bengio's
// correction, which takes the variance of the mean as (1/n + test/train) times the sample variance,
// since folds share most of their training graphs. `test_per_train` is the size of a test fold over
// that of its training fold: 1 / (k - 1) for k folds. Not clipped to [0, 1].
Interval corrected_interval(std::span<const double> scores, double test_per_train,
                            double level = 0.95);

struct TestResult {
    double statistic = 0;
    double p_value = 1;  // two-sided
};

// Whether two methods differ on the same folds: the corrected resampled t-test (Nadeau and Bengio
// 2003). Equal scores throughout give p = 1. Throws InputError unless there are two or more pairs.
TestResult corrected_resampled_t_test(std::span<const double> a, std::span<const double> b,
                                      double test_per_train);

// Whether two methods differ over paired scores, one per dataset: Wilcoxon's signed-rank test.
// Pairs without a difference are dropped, tied differences share their rank. Exact, ties included,
// for up to 50 differing pairs; beyond, the normal approximation with tie correction. The statistic
// is the smaller rank sum. Throws InputError if the lists differ in length.
TestResult wilcoxon_signed_rank(std::span<const double> a, std::span<const double> b);

// Of fewer pairs not even the clearest difference is significant: p is 1/16 or more.
inline constexpr std::size_t kFewestPairs = 6;

// How often a class (row) was predicted as another (column).
using ConfusionMatrix = std::vector<std::vector<std::size_t>>;

ConfusionMatrix confusion_matrix(std::span<const std::uint32_t> truth,
                                 std::span<const std::uint32_t> predicted, std::size_t num_classes);

// The mean over classes of the share that was recognised; classes without members do not count.
double balanced_accuracy(const ConfusionMatrix& confusion);

// The chance that a positive scores above a negative, ties half. Throws InputError unless there are
// members of both kinds.
double auroc(std::span<const double> scores, const std::vector<bool>& is_positive);

// The mean over the positives of the share of positives among the scores not below their own.
// Throws InputError if there is no positive.
double average_precision(std::span<const double> scores, const std::vector<bool>& is_positive);

}  // namespace dhgak
