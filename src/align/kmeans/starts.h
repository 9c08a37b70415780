// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dhgak/core/matrix.h"

namespace dhgak {

// Where k-means begins: `count` of the points, drawn without replacement.

// Every point is as likely, whatever its weight: starts reach the rare slices too, which tell
// graphs apart better than many starts among the common ones.
std::vector<std::uint32_t> draw_random_starts(std::size_t num_points, std::size_t count,
                                              std::uint64_t seed);

// k-means++: proportional to the weight times the squared distance to the nearest earlier start.
std::vector<std::uint32_t> draw_spread_starts(const Matrix& points, std::span<const float> weights,
                                              std::size_t count, std::uint64_t seed);

}  // namespace dhgak
