// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "align/lloyd_backend.h"
#include "dhgak/core/matrix.h"

namespace dhgak {

// What bounds on distances between points and groups of centers may take, in bytes.
inline constexpr std::size_t kMostBoundBytes = std::size_t{1} << 30;

// Lloyd's algorithm from the given centers, exact. A center that loses all its points moves to the
// point farthest from its own center. The result is the same for any number of threads.
//
// Bounds from round to round, of points x centers / 2 bytes, tell which centers to look at; where
// they would take more than `most_bound_bytes`, each round searches anew, with the same result.
LloydResult lloyd(const Matrix& points, std::span<const float> weights, Matrix starts,
                  const LloydOptions& options, std::size_t most_bound_bytes = kMostBoundBytes);

// The weighted sum of squared distances from points to their centers.
double inertia(const Matrix& points, std::span<const float> weights, const LloydResult& result);

}  // namespace dhgak
