// SPDX-License-Identifier: MIT
#include "learn/known_classes.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/graph/dataset.h"

namespace dhgak {

std::vector<std::size_t> graphs_of_known_class(std::span<const std::uint32_t> classes) {
    std::vector<std::size_t> known;
    for (std::size_t g = 0; g < classes.size(); ++g)
        if (classes[g] != kUnknownClass) known.push_back(g);
    return known;
}

std::vector<std::uint32_t> classes_among(std::span<const std::size_t> train,
                                         std::span<const std::uint32_t> classes) {
    if (train.empty()) throw InputError("there are no graphs to train on");
    std::vector<std::uint32_t> known;
    for (const std::size_t graph : train) known.push_back(classes[graph]);
    std::ranges::sort(known);
    known.erase(std::unique(known.begin(), known.end()), known.end());
    return known;
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
