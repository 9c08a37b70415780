// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dhgak/core/matrix.h"

namespace dhgak {

// Where k-means begins: `count` of the points, which are distinct, drawn without replacement.
// Both are the draws one would make from the multiset that the weights stand for.

// Each draw with probability proportional to the weight.
std::vector<std::uint32_t> draw_random_starts(std::span<const float> weights, std::size_t count,
                                              std::uint64_t seed);

// k-means++: proportional to the weight times the squared distance to the nearest earlier start.
std::vector<std::uint32_t> draw_spread_starts(const Matrix& points, std::span<const float> weights,
                                              std::size_t count, std::uint64_t seed);

}  // namespace dhgak
