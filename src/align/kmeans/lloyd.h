// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dhgak/align/lloyd_backend.h"
#include "dhgak/core/matrix.h"

namespace dhgak {

// Lloyd's algorithm from the given centers, exact. A center that loses all its points moves to the
// point farthest from its own center. The result is the same for any number of threads.
LloydResult lloyd(const Matrix& points, std::span<const float> weights, Matrix starts,
                  const LloydOptions& options);

// The nearest center of each point; of equally near, the first. Looks at all.
std::vector<std::int32_t> nearest_centers(const Matrix& points, const Matrix& centers);

// The weighted sum of squared distances from points to their centers.
double inertia(const Matrix& points, std::span<const float> weights, const LloydResult& result);

}  // namespace dhgak
