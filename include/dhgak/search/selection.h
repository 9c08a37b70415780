// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "dhgak/learn/outer_folds.h"

namespace dhgak {

// How a result is taken from a grid of configurations.
enum class Selection {
    nested,  // inner folds choose everything, outer folds only judge: honest
    paper,   // the best mean over the test folds: optimistic, the more so the larger the grid
    fixed,   // the one configuration that was given
};

std::string name_of(Selection selection);

// Throws ConfigError, naming what is known.
Selection parse_selection(const std::string& text);

// Throws ConfigError if `fixed` is to take one of several configurations.
void require_selectable(Selection selection, std::size_t num_configurations);

// For each outer fold the configuration with the best inner score, the first of equals.
// `scores[c][f]` is what configuration c reached inside the training graphs of fold f: test graphs
// have no part in it. A score whose C is 0 is missing. Throws Error if a fold has none.
std::vector<std::size_t> choose_nested(std::span<const std::vector<InnerScore>> scores,
                                       std::size_t num_folds);

// The configuration with the best mean over the test folds, the first of equals. Looks at what
// judges, so its mean promises more than new graphs will keep.
std::size_t choose_by_test_mean(std::span<const double> means);

}  // namespace dhgak
