// SPDX-License-Identifier: MIT
#include "dhgak/graph/targets.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dhgak {

Targets::Kind Targets::kind() const {
    if (!values.empty()) return Kind::values;
    return classes.empty() ? Kind::none : Kind::classes;
}

bool Targets::is_known(std::size_t graph) const {
    return values.empty() ? classes[graph] != kUnknownClass : !std::isnan(values[graph]);
}

std::vector<std::size_t> Targets::known() const {
    std::vector<std::size_t> graphs;
    for (std::size_t g = 0; g < size(); ++g)
        if (is_known(g)) graphs.push_back(g);
    return graphs;
}

Targets Targets::of(std::span<const std::size_t> graphs) const {
    Targets part;
    part.name = name;
    part.class_names = class_names;
    for (const std::size_t graph : graphs)
        if (!values.empty())
            part.values.push_back(values[graph]);
        else if (!classes.empty())
            part.classes.push_back(classes[graph]);
    return part;
}

Targets Targets::without(std::span<const std::size_t> graphs) const {
    Targets visible = *this;
    for (const std::size_t graph : graphs)
        if (!values.empty())
            visible.values[graph] = std::numeric_limits<double>::quiet_NaN();
        else
            visible.classes[graph] = kUnknownClass;
    return visible;
}

std::vector<std::uint32_t> Targets::strata() const {
    if (values.empty()) return classes;
    constexpr std::size_t kBins = 10;
    std::vector<double> sorted;
    for (const std::size_t graph : known()) sorted.push_back(values[graph]);
    std::ranges::sort(sorted);
    std::vector<std::uint32_t> bins(values.size(), kUnknownClass);
    for (std::size_t g = 0; g < values.size(); ++g) {
        if (!is_known(g)) continue;
        const auto rank = std::ranges::lower_bound(sorted, values[g]) - sorted.begin();
        bins[g] =
            static_cast<std::uint32_t>(static_cast<std::size_t>(rank) * kBins / sorted.size());
    }
    return bins;
}

}  // namespace dhgak
