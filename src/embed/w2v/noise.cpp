// SPDX-License-Identifier: MIT
#include "embed/w2v/noise.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace dhgak {

NoiseDistribution::NoiseDistribution(std::span<const std::uint64_t> counts)
    : columns_(counts.size()) {
    std::vector<double> share(counts.size());
    std::ranges::transform(counts, share.begin(),
                           [](std::uint64_t n) { return std::pow(static_cast<double>(n), 0.75); });
    const double total = std::accumulate(share.begin(), share.end(), 0.0);
    for (double& s : share) s *= static_cast<double>(counts.size()) / total;

    // Each column of height 1 holds one label that needs at most that, topped up by one that
    // needs more. Of the labels that are left in the end each fills its own column.
    std::vector<std::uint32_t> small, large;
    for (std::uint32_t label = 0; label < counts.size(); ++label)
        (share[label] < 1.0 ? small : large).push_back(label);
    while (!small.empty() && !large.empty()) {
        const std::uint32_t label = small.back(), filler = large.back();
        small.pop_back();
        columns_[label] = {static_cast<std::uint64_t>(std::ldexp(share[label], 32)),
                           {label, filler}};
        share[filler] -= 1.0 - share[label];
        if (share[filler] >= 1.0) continue;
        large.pop_back();
        small.push_back(filler);
    }
    for (const auto* rest : {&small, &large})
        for (const std::uint32_t label : *rest)
            columns_[label] = {std::uint64_t{1} << 32, {label, label}};
}

}  // namespace dhgak
