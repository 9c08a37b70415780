// SPDX-License-Identifier: MIT
#include "graph/molecules/class_values.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "dhgak/core/error.h"

namespace dhgak {
namespace {

constexpr std::size_t kManyClasses = 20;

bool is_number(const std::string& text) {
    char* end = nullptr;
    std::strtod(text.c_str(), &end);
    return !text.empty() && end == text.c_str() + text.size();
}

}  // namespace

void require_classes_not_values(const std::string& place, const std::string& column,
                                const Dataset& dataset) {
    const auto num_unknown = std::ranges::count(dataset.targets.classes, kUnknownClass);
    const std::size_t num_known =
        dataset.targets.classes.size() - static_cast<std::size_t>(num_unknown);
    if (dataset.num_classes() <= kManyClasses || dataset.num_classes() * 3 < num_known) return;
    if (!std::ranges::all_of(dataset.targets.class_names, is_number))
        throw InputError(fmt::format(
            "{}: --class {} has {} different texts for {} molecules, which look like names; the "
            "column that says what kind a molecule is has a few that return",
            place, column, dataset.num_classes(), num_known));
    throw InputError(
        fmt::format("{}: --class {} has {} different numbers for {} molecules, which looks like a "
                    "measured value; classes are needed: add a column that says, for example, 1 "
                    "where the value is above a limit and 0 elsewhere",
                    place, column, dataset.num_classes(), num_known));
}

}  // namespace dhgak
