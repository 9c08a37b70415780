// SPDX-License-Identifier: MIT
#include "learn/known_classes.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "dhgak/core/error.h"

namespace dhgak {

std::vector<std::uint32_t> classes_among(std::span<const std::size_t> train,
                                         std::span<const std::uint32_t> classes) {
    if (train.empty()) throw InputError("there are no graphs to train on");
    std::vector<std::uint32_t> known;
    for (const std::size_t graph : train) known.push_back(classes[graph]);
    std::ranges::sort(known);
    known.erase(std::unique(known.begin(), known.end()), known.end());
    return known;
}

std::vector<double> class_costs(std::span<const std::size_t> train,
                                std::span<const std::uint32_t> classes, bool balance) {
    std::vector<std::size_t> members;
    for (const std::size_t graph : train) {
        members.resize(std::max(members.size(), classes[graph] + std::size_t{1}));
        ++members[classes[graph]];
    }
    const auto num_classes = static_cast<double>(
        std::ranges::count_if(members, [](std::size_t count) { return count > 0; }));
    std::vector<double> costs(members.size());
    for (std::size_t c = 0; c < members.size(); ++c)
        if (members[c] > 0)
            costs[c] = balance ? static_cast<double>(train.size()) /
                                     (num_classes * static_cast<double>(members[c]))
                               : 1;
    return costs;
}

void require_cost(double C) {
    if (!std::isfinite(C) || C <= 0)
        throw ConfigError(fmt::format("C is {}; it must be a finite number above 0", C));
}

std::size_t winner_of_rest(std::span<const double> decisions) {
    if (decisions.size() == 1) return decisions[0] < 0 ? 0 : 1;
    return static_cast<std::size_t>(std::ranges::max_element(decisions) - decisions.begin());
}

}  // namespace dhgak
