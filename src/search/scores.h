// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "dhgak/search/search.h"

namespace dhgak {

// The share of right predictions inside the training graphs of one fold, or the mean over folds.
double inner_accuracy(const Candidate& candidate, std::span<const OuterFold> folds,
                      std::size_t fold);
double mean_inner_accuracy(const Candidate& candidate, std::span<const OuterFold> folds);

std::vector<double> test_accuracies(const Candidate& candidate);
std::vector<double> accuracies_of(const CvResult& cv);

// That the difference between two results on the same folds arises by chance: the corrected
// resampled t-test on their accuracies. Nothing with fewer than two folds.
std::optional<double> p_of_difference(const CvResult& a, const CvResult& b);

// The mean over folds of what was chosen by, see Score.
double mean_inner_score(const Candidate& candidate);

// By what a selection ranks a complete candidate: its mean inner score; for `paper` the score of
// its test folds, as the report of a run has it.
double selection_score(const Candidate& candidate, Selection selection, const Targets& targets);

// Of some candidates, the first with the best mean inner score among the complete ones.
// Throws Error if none is complete.
std::size_t best_by_inner_score(const SearchResult& result,
                                std::span<const std::size_t> candidates);

std::size_t count_complete(std::span<const Candidate> candidates);

}  // namespace dhgak
