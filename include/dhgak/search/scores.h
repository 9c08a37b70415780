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

std::size_t count_complete(std::span<const Candidate> candidates);

}  // namespace dhgak
