// SPDX-License-Identifier: MIT
#include "search/fold_line.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace dhgak {

Json fold_line(const FoldResult& result) {
    return {{"C", result.C}, {"predicted", result.predictions}, {"decisions", result.decisions}};
}

FoldResult read_fold(const JsonValue& fields, const OuterFold& fold, const Targets& targets,
                     std::span<const double> C) {
    const JsonValue predicted = fields.at("predicted"), decisions = fields.at("decisions");
    const std::size_t num_tests = fold.split.test.size(),
                      last_class = std::ranges::max(targets.classes);
    if (predicted.size() != num_tests) predicted.refuse(fmt::format("{} classes", num_tests));
    if (decisions.size() != 0 && decisions.size() != num_tests)
        decisions.refuse(fmt::format("{} numbers or none", num_tests));
    Predictions said;
    predicted.for_each([&](const JsonValue& c) {
        said.classes.push_back(static_cast<std::uint32_t>(c.count(last_class)));
    });
    decisions.for_each(
        [&](const JsonValue& decision) { said.decisions.push_back(decision.number()); });
    const JsonValue chosen = fields.at("C");
    if (std::ranges::count(C, chosen.number()) == 0)
        chosen.refuse("one of the values that C is chosen from");
    return compare(fold, targets, std::move(said), chosen.number());
}

}  // namespace dhgak
