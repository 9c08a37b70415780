// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

namespace dhgak {

// The nearest double to a short decimal, so that the page has few digits.
inline double rounded(double value, double unit) {
    const double per_one = std::round(1 / unit);
    return std::round(value * per_one) / per_one;
}

}  // namespace dhgak
