// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dhgak/core/matrix.h"

namespace dhgak {

struct LloydOptions {
    int iterations = 100;  // at most
    double movement = 0;   // stop once the squares of the centers' movements sum up to no more
};

struct LloydResult {
    Matrix centers;
    std::vector<std::int32_t> center_of_point;  // the nearest center; of equally near, the first
    int iterations = 0;
    bool converged = false;
};

// Lloyd's algorithm from the given centers, exact. A center that loses all its points moves to the
// point farthest from its own center. The result is the same for any number of threads.
LloydResult lloyd(const Matrix& points, std::span<const float> weights, Matrix starts,
                  const LloydOptions& options);

// The same from each of several starts on a GPU, in products of whole blocks, equal up to rounding
// (torch/gpu.cpp). Throws ConfigError where LibTorch or a GPU is missing.
std::vector<LloydResult> lloyd_on_gpu(const Matrix& points, std::span<const float> weights,
                                      std::span<const Matrix> starts, const LloydOptions& options);

// The nearest center of each point; of equally near, the first.
std::vector<std::int32_t> nearest_centers(const Matrix& points, const Matrix& centers);

// The weighted sum of squared distances from points to their centers.
double inertia(const Matrix& points, std::span<const float> weights, const LloydResult& result);

}  // namespace dhgak
