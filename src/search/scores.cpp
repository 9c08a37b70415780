// SPDX-License-Identifier: MIT
#include "search/scores.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/run/document.h"

namespace dhgak {

double inner_accuracy(const Candidate& candidate, std::span<const OuterFold> folds,
                      std::size_t fold) {
    return static_cast<double>(candidate.inner[fold].right) /
           static_cast<double>(folds[fold].choosing.size());
}

double mean_inner_accuracy(const Candidate& candidate, std::span<const OuterFold> folds) {
    double sum = 0;
    for (std::size_t f = 0; f < folds.size(); ++f) sum += inner_accuracy(candidate, folds, f);
    return sum / static_cast<double>(folds.size());
}

double mean_inner_score(const Candidate& candidate) {
    double sum = 0;
    for (const InnerScore& inner : candidate.inner) sum += inner.score;
    return sum / static_cast<double>(candidate.inner.size());
}

double selection_score(const Candidate& candidate, Selection selection, const Targets& targets) {
    if (selection != Selection::paper) return mean_inner_score(candidate);
    return summarize_folds(candidate.outer, targets)
        .scores[candidate.point.options.learn.score]
        .value_or(0);
}

std::vector<double> test_accuracies(const Candidate& candidate) {
    std::vector<double> accuracies;
    for (const FoldResult& fold : candidate.outer) accuracies.push_back(fold.accuracy());
    return accuracies;
}

std::size_t best_by_inner_score(const SearchResult& result,
                                std::span<const std::size_t> candidates) {
    std::optional<std::size_t> best;
    double highest = 0;
    for (const std::size_t c : candidates) {
        if (!result.candidates[c].is_complete()) continue;
        const double score = mean_inner_score(result.candidates[c]);
        if (best && score <= highest) continue;
        best = c;
        highest = score;
    }
    if (!best) throw Error("no configuration was evaluated on all folds; give more time");
    return *best;
}

std::size_t count_complete(std::span<const Candidate> candidates) {
    return static_cast<std::size_t>(std::ranges::count_if(candidates, &Candidate::is_complete));
}

std::vector<double> accuracies_of(const CvResult& cv) {
    std::vector<double> accuracies;
    for (const FoldResult& fold : cv.folds) accuracies.push_back(fold.accuracy());
    return accuracies;
}

std::optional<double> p_of_difference(const CvResult& a, const CvResult& b) {
    if (a.folds.size() < 2) return std::nullopt;
    return corrected_resampled_t_test(accuracies_of(a), accuracies_of(b),
                                      mean_test_per_train(a.folds))
        .p_value;
}

}  // namespace dhgak
