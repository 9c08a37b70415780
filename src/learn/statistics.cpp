// SPDX-License-Identifier: MIT
#include "dhgak/learn/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <fmt/format.h>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>

#include "dhgak/core/error.h"
#include "learn/grains.h"

namespace dhgak {
namespace {

constexpr std::size_t kMostExactPairs = 50;

double sum_of_squares(std::span<const double> scores) {
    const double center = mean(scores);
    double sum = 0;
    for (const double score : scores) sum += (score - center) * (score - center);
    return sum;
}

// The standard error of the mean, corrected for overlapping training folds.
double corrected_error(std::span<const double> scores, double test_per_train) {
    const auto n = static_cast<double>(scores.size());
    return std::sqrt((1 / n + test_per_train) * sum_of_squares(scores) / (n - 1));
}

std::vector<double> differences(std::span<const double> a, std::span<const double> b) {
    if (a.size() != b.size())
        throw InputError(fmt::format("{} scores cannot be paired with {}", a.size(), b.size()));
    std::vector<double> result(a.size());
    std::ranges::transform(a, b, result.begin(), std::minus());
    return result;
}

// Twice the rank of each value, from 1; tied values share the mean of their ranks. Doubled, every
// rank is a whole number.
std::vector<std::size_t> doubled_ranks(std::span<const double> values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t i) { return values[i]; });
    std::vector<std::size_t> ranks(values.size());
    for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
        for (end = begin + 1; end < order.size() && values[order[end]] == values[order[begin]];)
            ++end;
        for (std::size_t i = begin; i < end; ++i) ranks[order[i]] = begin + 1 + end;
    }
    return ranks;
}

// The chance that random signs give a doubled rank sum of at most `sum`.
double exact_tail(std::span<const std::size_t> ranks, std::size_t sum) {
    const std::size_t total = std::accumulate(ranks.begin(), ranks.end(), std::size_t{0});
    std::vector<double> chance(total + 1);
    chance[0] = 1;
    std::size_t reached = 0;
    for (const std::size_t rank : ranks) {
        reached += rank;
        for (std::size_t s = reached + 1; s-- > 0;)
            chance[s] = (chance[s] + (s >= rank ? chance[s - rank] : 0)) / 2;
    }
    return std::accumulate(chance.begin(),
                           chance.begin() + static_cast<std::ptrdiff_t>(std::min(sum, total) + 1),
                           0.0);
}

double normal_tail(std::span<const std::size_t> ranks, std::size_t sum) {
    // Each doubled rank counts with chance 1/2: variance rank^2 / 4, which includes the tie
    // correction.
    double total = 0, variance = 0;
    for (const std::size_t rank : ranks) {
        const auto r = static_cast<double>(rank);
        total += r;
        variance += r * r / 4;
    }
    const double z = (static_cast<double>(sum) - total / 2) / std::sqrt(variance);
    return boost::math::cdf(boost::math::normal(), z);
}

}  // namespace

double mean(std::span<const double> scores) {
    if (scores.empty()) return 0;
    return std::accumulate(scores.begin(), scores.end(), 0.0) / static_cast<double>(scores.size());
}

double deviation(std::span<const double> scores) {
    if (scores.size() < 2) return 0;
    return std::sqrt(sum_of_squares(scores) / static_cast<double>(scores.size()));
}

Interval corrected_interval(std::span<const double> scores, double test_per_train, double level) {
    const double center = mean(scores);
    if (scores.size() < 2) return {.low = center, .high = center};
    const boost::math::students_t t(static_cast<double>(scores.size() - 1));
    const double reach =
        boost::math::quantile(t, (1 + level) / 2) * corrected_error(scores, test_per_train);
    return {.low = center - reach, .high = center + reach};
}

TestResult corrected_resampled_t_test(std::span<const double> a, std::span<const double> b,
                                      double test_per_train) {
    const std::vector<double> delta = differences(a, b);
    if (delta.size() < 2)
        throw InputError(fmt::format("a t-test needs two or more pairs, got {}", delta.size()));
    const double error = corrected_error(delta, test_per_train);
    const double center = mean(delta);
    if (error == 0) {
        if (center == 0) return {};
        return {.statistic = std::copysign(std::numeric_limits<double>::infinity(), center),
                .p_value = 0};
    }
    const double statistic = center / error;
    const boost::math::students_t t(static_cast<double>(delta.size() - 1));
    return {.statistic = statistic, .p_value = 2 * boost::math::cdf(t, -std::abs(statistic))};
}

TestResult wilcoxon_signed_rank(std::span<const double> a, std::span<const double> b) {
    std::vector<double> delta =
        in_grains(differences(a, b), std::max(largest_size(a), largest_size(b)));
    std::erase(delta, 0.0);
    if (delta.empty()) return {};
    std::vector<double> sizes;
    sizes.reserve(delta.size());
    for (const double d : delta) sizes.push_back(std::abs(d));
    const std::vector<std::size_t> ranks = doubled_ranks(sizes);
    std::size_t positive = 0, negative = 0;
    for (std::size_t i = 0; i < delta.size(); ++i) (delta[i] > 0 ? positive : negative) += ranks[i];
    const std::size_t smaller = std::min(positive, negative);
    const double tail =
        delta.size() <= kMostExactPairs ? exact_tail(ranks, smaller) : normal_tail(ranks, smaller);
    return {.statistic = static_cast<double>(smaller) / 2, .p_value = std::min(1.0, 2 * tail)};
}

ConfusionMatrix confusion_matrix(std::span<const std::uint32_t> truth,
                                 std::span<const std::uint32_t> predicted,
                                 std::size_t num_classes) {
    if (truth.size() != predicted.size())
        throw InputError(
            fmt::format("{} classes for {} predictions", truth.size(), predicted.size()));
    ConfusionMatrix confusion(num_classes, std::vector<std::size_t>(num_classes));
    for (std::size_t i = 0; i < truth.size(); ++i) ++confusion.at(truth[i]).at(predicted[i]);
    return confusion;
}

double balanced_accuracy(const ConfusionMatrix& confusion) {
    std::vector<double> recalls;
    for (std::size_t c = 0; c < confusion.size(); ++c) {
        const std::size_t members =
            std::accumulate(confusion[c].begin(), confusion[c].end(), std::size_t{0});
        if (members > 0)
            recalls.push_back(static_cast<double>(confusion[c][c]) / static_cast<double>(members));
    }
    return mean(recalls);
}

double auroc(std::span<const double> scores, const std::vector<bool>& is_positive) {
    const auto positives = static_cast<double>(std::ranges::count(is_positive, true));
    const double negatives = static_cast<double>(scores.size()) - positives;
    if (is_positive.size() != scores.size() || positives == 0 || negatives == 0)
        throw InputError(fmt::format("AUROC needs both kinds among {} scores, got {} positives",
                                     scores.size(), positives));
    const std::vector<std::size_t> ranks = doubled_ranks(scores);
    double rank_sum = 0;
    for (std::size_t i = 0; i < ranks.size(); ++i)
        if (is_positive[i]) rank_sum += static_cast<double>(ranks[i]) / 2;
    return (rank_sum - positives * (positives + 1) / 2) / (positives * negatives);
}

double average_precision(std::span<const double> scores, const std::vector<bool>& is_positive) {
    const auto positives = std::ranges::count(is_positive, true);
    if (is_positive.size() != scores.size() || positives == 0)
        throw InputError(fmt::format("average precision needs a positive among {} scores, got {}",
                                     scores.size(), positives));
    std::vector<std::size_t> order(scores.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) { return scores[a] > scores[b]; });
    double sum = 0, found = 0;
    for (std::size_t first = 0, last = 0; first < order.size(); first = last) {
        double tied = is_positive[order[first]];
        for (last = first + 1; last < order.size() && scores[order[last]] == scores[order[first]];
             ++last)
            tied += is_positive[order[last]];
        found += tied;
        sum += tied * found / static_cast<double>(last);
    }
    return sum / static_cast<double>(positives);
}

}  // namespace dhgak
