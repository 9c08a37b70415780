// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include <ATen/core/Tensor.h>

#include "dhgak/core/interrupt.h"
#include "dhgak/core/matrix.h"

namespace dhgak {

// Distances from points p to centers c by products: d = |c|^2 - 2 pc, the squared distance less the
// point's own square, which does not matter to which is least.

// What d may be wrong by, relative to |p|^2 + |c|^2, which is at most 5 |p|^2 + 2 d, since |c| is
// at most |p| and the distance together. More dimensions add up to more. Where two are closer than
// both may be wrong by, differences decide.
inline double product_error(std::int64_t dims) {
    return 1e-5 * std::max(1.0, static_cast<double>(dims) / 768);
}

// The mean of some of the points, in whole numbers: taking it off rounds little, and relative to it
// products cancel few digits.
Matrix rounded_mean(const Matrix& points);

// Calls body(first, size) for blocks of points whose rows of `row_size` values fit the device's
// memory and, on a CPU, its caches.
template <typename Body>
void for_blocks(std::int64_t num_points, std::int64_t row_size, at::Device device,
                const Body& body) {
    constexpr std::int64_t kValuesOnGpu = std::int64_t{1} << 25;
    constexpr std::int64_t kValuesOnCpu = std::int64_t{1} << 19;
    const std::int64_t values = device.is_cuda() ? kValuesOnGpu : kValuesOnCpu;
    const std::int64_t block =
        std::max<std::int64_t>(values / std::max<std::int64_t>(row_size, 1), 1);
    for (std::int64_t first = 0; first < num_points; first += block) {
        throw_if_interrupted();
        body(first, std::min(block, num_points - first));
    }
}

}  // namespace dhgak
