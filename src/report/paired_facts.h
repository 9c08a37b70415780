// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "dhgak/report/report_page.h"
#include "run/render/json.h"

namespace dhgak {

// How runs on the same folds of the same graphs differ, pair by pair:
//
//   a, b        numbers of the files, b after a
//   difference  of the mean accuracies, b - a
//   interval95  of it, with Nadeau and Bengio's correction
//   p           corrected resampled t-test
//   folds       how many
//
// Of at most so many files that the pairs can be read. Files without folds are in no pair.
Json paired_facts(const std::vector<RunFile>& files);

}  // namespace dhgak
