// SPDX-License-Identifier: MIT
#include "dhgak/learn/cross_validation.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dhgak/core/error.h"
#include "dhgak/learn/outer_folds.h"
#include "learn/known_classes.h"

namespace dhgak {

void validate(const FoldOptions& options) {
    if (options.count < 2)
        throw ConfigError(fmt::format("folds is {}; it must be at least 2", options.count));
    if (options.repeats < 1 || options.repeats > kMostRepeats)
        throw ConfigError(
            fmt::format("repeats is {}; it must be from 1 to {}", options.repeats, kMostRepeats));
}

void validate(const LearnOptions& options) {
    if (options.inner_folds < 2)
        throw ConfigError(
            fmt::format("inner_folds is {}; it must be at least 2", options.inner_folds));
    if (options.C.empty()) throw ConfigError("no C is given; at least one is needed");
    for (const double c : options.C) require_cost(c);
    if (!std::ranges::is_sorted(options.C, std::less_equal()))
        throw ConfigError(
            fmt::format("C is {}; the values must ascend", fmt::join(options.C, ", ")));
}

double mean_test_per_train(std::span<const FoldResult> folds) {
    std::vector<double> ratios;
    for (const FoldResult& fold : folds)
        ratios.push_back(static_cast<double>(fold.test_size) /
                         static_cast<double>(fold.train_size));
    return mean(ratios);
}

CvResult summarize_folds(std::vector<FoldResult> folds, std::span<const std::uint32_t> classes) {
    CvResult result;
    std::vector<double> accuracies, repeat_sums, repeat_sizes, aurocs, precisions;
    std::vector<std::uint32_t> truth, predicted;
    std::uint32_t largest = 0;
    for (const std::uint32_t c : classes)
        if (c != kUnknownClass) largest = std::max(largest, c);
    for (const FoldResult& fold : folds) {
        accuracies.push_back(fold.accuracy);
        repeat_sums.resize(std::max(repeat_sums.size(), fold.repeat + 1));
        repeat_sizes.resize(repeat_sums.size());
        repeat_sums[fold.repeat] += fold.accuracy;
        repeat_sizes[fold.repeat] += 1;
        if (fold.auroc) aurocs.push_back(*fold.auroc);
        if (fold.average_precision) precisions.push_back(*fold.average_precision);
        for (std::size_t i = 0; i < fold.graphs.size(); ++i) {
            truth.push_back(classes[fold.graphs[i]]);
            predicted.push_back(fold.predictions[i]);
        }
    }
    std::vector<double> repeat_means;
    for (std::size_t r = 0; r < repeat_sums.size(); ++r)
        repeat_means.push_back(repeat_sums[r] / repeat_sizes[r]);
    result.repeats = repeat_means.size();
    result.mean = mean(accuracies);
    result.std = deviation(accuracies);
    result.std_over_repeats = deviation(repeat_means);
    // Student's t knows nothing of the bounds of an accuracy.
    const Interval interval = corrected_interval(accuracies, mean_test_per_train(folds));
    result.interval = {.low = std::max(interval.low, 0.0), .high = std::min(interval.high, 1.0)};
    result.confusion = confusion_matrix(truth, predicted, largest + std::size_t{1});
    result.balanced_accuracy = balanced_accuracy(result.confusion);
    if (!aurocs.empty()) result.auroc = mean(aurocs);
    if (!precisions.empty()) result.average_precision = mean(precisions);
    result.folds = std::move(folds);
    return result;
}

CvResult cross_validate(const LearningData& data, std::span<const std::uint32_t> classes,
                        const FoldOptions& fold_options, const LearnOptions& learn,
                        std::uint64_t seed) {
    validate(fold_options);
    validate(learn);
    if (classes.size() != data.num_graphs())
        throw InputError(
            fmt::format("{} classes for {} graphs", classes.size(), data.num_graphs()));
    const std::vector<OuterFold> folds = make_outer_folds(classes, fold_options, learn, seed);
    std::vector<std::size_t> all(folds.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    std::vector<FoldResult> results;
    for (JudgedFold& fold : judge_folds(data, folds, all, classes, learn))
        results.push_back(std::move(fold.outer));
    return summarize_folds(std::move(results), classes);
}

}  // namespace dhgak
