// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace dhgak {

// A point that counts for another center than its own.
struct PointMove {
    std::int32_t point = 0, from = 0, to = 0;
};

// As in scikit-learn, the points farthest from their centers count for the empty centers in one
// step; the next assignment decides for itself. Centers for which no point is left stay empty.
std::vector<PointMove> fill_empty_centers(std::span<const std::int32_t> center_of_point,
                                          std::span<const double> distances,
                                          std::size_t num_centers);

}  // namespace dhgak
