// SPDX-License-Identifier: MIT
#pragma once

#include <numeric>
#include <vector>

namespace dhgak {

inline double dot(const std::vector<double>& a, const std::vector<double>& b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

}  // namespace dhgak
