// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace dhgak {

// Sums of points and of their weights as 64-bit integers: such sums do not depend on the order of
// addition, which a GPU leaves open.
struct FixedPoint {
    // For coordinates of up to `largest`. Throws InputError where that is too large.
    FixedPoint(std::span<const float> weights, double largest);

    std::vector<double> row_scales;     // by point: its weight times 2^a
    std::vector<std::int64_t> weights;  // by point: its weight times 2^b
    double ratio = 1;                   // 2^(a - b)
};

}  // namespace dhgak
