// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace dhgak {

// 1 for the largest score; equal scores share the mean of their ranks.
std::vector<double> ranks_of(std::span<const double> scores);

// Holm's step-down correction: what each of several p-values is worth when all of them are looked
// at. In the order given; none exceeds 1.
std::vector<double> holm_corrected(std::span<const double> p_values);

// By how much mean ranks over `num_datasets` datasets must differ before two of `num_methods`
// methods are told apart at the 5 % level (Nemenyi's test, as Demsar 2006 uses it). 0 where there
// is no value: fewer than two methods or more than 30, or no dataset.
double critical_difference(std::size_t num_methods, std::size_t num_datasets);

}  // namespace dhgak
