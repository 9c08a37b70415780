// SPDX-License-Identifier: MIT
#include "torch/lloyd/fixed_point.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "dhgak/core/error.h"

namespace dhgak {
namespace {

// A power of two that leaves sums up to `largest` room in 64 bits.
double scale_to_fixed_point(double largest) {
    return std::exp2(61 - std::ceil(std::log2(largest)));
}

}  // namespace

FixedPoint::FixedPoint(std::span<const float> weights_of_points, double largest) {
    if (!(largest < 1e19))
        throw InputError("points with coordinates beyond 1e19 cannot be clustered on a GPU");
    const double mass = std::accumulate(weights_of_points.begin(), weights_of_points.end(), 0.0);
    // Squares of smaller coordinates vanish, which must not look like room for large ones.
    constexpr double kLeast = 1e-18;
    const double row_scale = scale_to_fixed_point(std::max(largest * mass, kLeast));
    const double weight_scale = scale_to_fixed_point(mass);
    for (const float weight : weights_of_points) {
        row_scales.push_back(static_cast<double>(weight) * row_scale);
        weights.push_back(static_cast<std::int64_t>(static_cast<double>(weight) * weight_scale));
    }
    ratio = row_scale / weight_scale;
}

}  // namespace dhgak
