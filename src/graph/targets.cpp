// SPDX-License-Identifier: MIT
#include "dhgak/graph/targets.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dhgak {

bool Targets::is_known(std::size_t graph) const {
    return kind == Kind::values ? !std::isnan(values[graph]) : classes[graph] != kUnknownClass;
}

std::vector<std::size_t> Targets::known() const {
    std::vector<std::size_t> graphs;
    for (std::size_t g = 0; g < size(); ++g)
        if (is_known(g)) graphs.push_back(g);
    return graphs;
}

Targets Targets::of(std::span<const std::size_t> graphs) const {
    Targets part;
    part.kind = kind;
    part.name = name;
    part.class_names = class_names;
    for (const std::size_t graph : graphs)
        if (kind == Kind::values)
            part.values.push_back(values[graph]);
        else
            part.classes.push_back(classes[graph]);
    return part;
}

Targets Targets::without(std::span<const std::size_t> graphs) const {
    Targets visible = *this;
    for (const std::size_t graph : graphs)
        if (kind == Kind::values)
            visible.values[graph] = std::numeric_limits<double>::quiet_NaN();
        else
            visible.classes[graph] = kUnknownClass;
    return visible;
}

std::vector<std::uint32_t> Targets::strata() const {
    if (kind != Kind::values) return classes;
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
