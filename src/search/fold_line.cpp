// SPDX-License-Identifier: MIT
#include "search/fold_line.h"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

namespace dhgak {

Json fold_line(const FoldResult& result) {
    return {{"C", result.C}, {"predicted", result.predictions}, {"decisions", result.decisions}};
}

FoldResult read_fold(const Json& fields, const OuterFold& fold,
                     std::span<const std::uint32_t> classes) {
    Predictions said = {.classes = fields.at("predicted").get<std::vector<std::uint32_t>>(),
                        .decisions = fields.at("decisions").get<std::vector<double>>()};
    const std::size_t num_tests = fold.split.test.size();
    const std::uint32_t last_class = std::ranges::max(classes);
    if (said.classes.size() != num_tests ||
        (!said.decisions.empty() && said.decisions.size() != num_tests) ||
        std::ranges::any_of(said.classes, [&](std::uint32_t c) { return c > last_class; }))
        throw std::out_of_range("fold");
    return compare(fold, classes, std::move(said), fields.at("C").get<double>());
}

}  // namespace dhgak
