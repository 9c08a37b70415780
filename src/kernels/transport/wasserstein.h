// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "dhgak/core/matrix.h"

namespace dhgak {

// The points of one graph at one hop: numbers of points, ascending and distinct, and how many of
// the graph's nodes stand on each. Every node has the same mass; all masses sum to 1.
struct PointCounts {
    std::span<const std::uint32_t> points;
    std::span<const std::uint32_t> counts;

    bool empty() const { return points.empty(); }
};

// The 1-Wasserstein distance between two graphs' points, neither of them empty: the least mean
// Euclidean distance over all ways to move the one mass to the other. `points` holds the
// coordinates, finite and distinct by row. Exactly symmetric, and exactly 0 for equal masses.
double wasserstein_distance(const Matrix& points, const PointCounts& a, const PointCounts& b);

}  // namespace dhgak
