// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "dhgak/search/search.h"

namespace dhgak {

// The share of right predictions inside the training graphs of one fold, or the mean over folds.
double inner_accuracy(const Candidate& candidate, std::span<const OuterFold> folds,
                      std::size_t fold);
double mean_inner_accuracy(const Candidate& candidate, std::span<const OuterFold> folds);

std::vector<double> test_accuracies(const Candidate& candidate);
std::vector<double> accuracies_of(const CvResult& cv);

// The size of a test fold over that of its training fold, in the mean.
double mean_test_per_train(std::span<const OuterFold> folds);

// The mean over folds of what was chosen by, see Score.
double mean_inner_score(const Candidate& candidate);

// Of some candidates, the first with the best mean inner score among the complete ones.
// Throws Error if none is complete.
std::size_t best_by_inner_score(const SearchResult& result,
                                std::span<const std::size_t> candidates);

std::size_t count_complete(std::span<const Candidate> candidates);

}  // namespace dhgak
