// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace dhgak {

inline double largest_size(std::span<const double> values) {
    double largest = 0;
    for (const double value : values) largest = std::max(largest, std::abs(value));
    return largest;
}

// The values as whole numbers of grains, 1e-12 of `scale`: accuracies that are equal but for the
// order in which they were summed, and differences like 0.9 - 0.8 and 0.8 - 0.7, are equal then.
inline std::vector<double> in_grains(std::span<const double> values, double scale) {
    std::vector<double> grains(values.begin(), values.end());
    if (scale > 0)
        for (double& value : grains) value = std::round(value / (1e-12 * scale));
    return grains;
}

}  // namespace dhgak
