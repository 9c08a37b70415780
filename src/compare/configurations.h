// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "dhgak/compare/compare.h"

namespace dhgak {

// An option of slices with the values that it has among all configurations, each once.
struct SliceOption {
    std::string name;
    std::vector<Setting> values;
    bool is_shown = false;  // where text has no room for all options, see shown_settings
};

// Those of all contenders in reading order; none if no contender has slices.
std::vector<SliceOption> slice_options(const CompareOptions& options);

// `slices: nlm=w2v H=1,3,5 b=0`: values as `search` takes them. Empty if there are no slices.
std::string slices_text(const CompareOptions& options);

// A configuration that folds chose, and how many of them.
struct Chosen {
    RunOptions options;
    std::size_t folds = 0;
};

// That of most folds first, of equals the first of the contender's configurations.
std::vector<Chosen> chosen_of(const ContenderScore& score,
                              std::span<const RunOptions> configurations);

// `H=3 cluster_factor=0.5 (7 of 10 folds)`: what there was to choose, as most folds chose it.
// Empty if there was nothing.
std::string choice_text(const ContenderScore& score, std::span<const RunOptions> configurations);

}  // namespace dhgak
