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
    make_learner(options);
    find_score(options.score);
}

double mean_test_per_train(std::span<const FoldResult> folds) {
    std::vector<double> ratios;
    for (const FoldResult& fold : folds)
        ratios.push_back(static_cast<double>(fold.test_size) /
                         static_cast<double>(fold.train_size));
    return mean(ratios);
}

CvResult summarize_folds(std::vector<FoldResult> folds, const Targets& targets) {
    CvResult result;
    const std::vector<const ScoreInfo*> scores = scores_of(targets.kind());
    const ScoreInfo& main = *scores.front();
    std::vector<double> main_scores, repeat_sums, repeat_sizes;
    std::vector<std::size_t> graphs;
    Predictions said;
    for (const FoldResult& fold : folds) {
        main_scores.push_back(fold.scores[main.name].value_or(0));
        repeat_sums.resize(std::max(repeat_sums.size(), fold.repeat + 1));
        repeat_sizes.resize(repeat_sums.size());
        repeat_sums[fold.repeat] += main_scores.back();
        repeat_sizes[fold.repeat] += 1;
        graphs.insert(graphs.end(), fold.graphs.begin(), fold.graphs.end());
        said.classes.insert(said.classes.end(), fold.predictions.begin(), fold.predictions.end());
    }
    std::vector<double> repeat_means;
    for (std::size_t r = 0; r < repeat_sums.size(); ++r)
        repeat_means.push_back(repeat_sums[r] / repeat_sizes[r]);
    result.repeats = repeat_means.size();
    result.mean = mean(main_scores);
    result.std = deviation(main_scores);
    result.std_over_repeats = deviation(repeat_means);
    result.interval = corrected_interval(main_scores, mean_test_per_train(folds));
    if (main.is_share)  // Student's t knows nothing of the bounds
        result.interval = {.low = std::max(result.interval.low, 0.0),
                           .high = std::min(result.interval.high, 1.0)};
    if (targets.kind() == Targets::Kind::classes)
        result.confusion = confusion_of(targets, graphs, said.classes);
    for (const ScoreInfo* score : scores) {
        std::vector<double> of_folds;
        for (const FoldResult& fold : folds)
            if (const auto value = fold.scores[score->name]) of_folds.push_back(*value);
        std::optional<double> value;
        if (score->outer == ScoreInfo::Over::predictions)
            value = score->of(targets, graphs, said);
        else if (!of_folds.empty())
            value = mean(of_folds);
        if (value) result.scores.values.emplace(score->name, *value);
    }
    result.folds = std::move(folds);
    return result;
}

CvResult cross_validate(const LearningData& data, const Targets& targets,
                        const FoldOptions& fold_options, const LearnOptions& learn,
                        std::uint64_t seed) {
    validate(fold_options);
    validate(learn);
    if (targets.size() != data.num_graphs())
        throw InputError(
            fmt::format("{} targets for {} graphs", targets.size(), data.num_graphs()));
    const std::vector<OuterFold> folds = make_outer_folds(targets, fold_options, learn, seed);
    std::vector<std::size_t> all(folds.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    std::vector<FoldResult> results;
    for (JudgedFold& fold :
         judge_folds(*make_learner(learn)->prepare(data), folds, all, targets, learn))
        results.push_back(std::move(fold.outer));
    return summarize_folds(std::move(results), targets);
}

}  // namespace dhgak
