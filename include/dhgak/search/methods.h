// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "dhgak/search/search.h"

namespace dhgak {

// One kernel with one language model, chosen for on its own, beside the others of a search.
struct MethodScore {
    std::string title;              // `dhgak w2v`
    Choice choice;                  // among the method's configurations
    std::optional<double> p_value;  // against the best method, see p_of_difference
};

// Every method of a search that was reached by it, in grid order. All are judged on the same folds,
// so their fold accuracies are pairs.
std::vector<MethodScore> compare_methods(const SearchResult& result, const Targets& targets,
                                         Selection selection);

}  // namespace dhgak
