// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <ATen/core/Tensor.h>

#include "dhgak/core/interrupt.h"
#include "dhgak/core/matrix.h"

namespace dhgak {

// A copy of the values on a device.
template <typename T>
at::Tensor upload(std::span<const T> values, at::IntArrayRef shape, at::Device device);
at::Tensor upload(const Matrix& matrix, at::Device device);

// A copy of the values here.
template <typename T>
std::vector<T> download(const at::Tensor& tensor);

// The mean of some of the points, in whole numbers: taking it off then rounds little. Distances by
// products cancel few digits near it.
Matrix rounded_mean(const Matrix& points);

// What distances |c|^2 - 2 pc by products, without the point's own square, may be wrong by,
// relative to |p|^2 + |c|^2. That is at most 5 |p|^2 plus twice the distance, since |c| is at most
// |p| and the distance together. Closer calls are decided by differences.
constexpr double kProductError = 1e-5;

// Sums of points and of their weights are kept in 64-bit fixed point: those are the same in any
// order, and a GPU fixes none.
struct FixedPoint {
    // For coordinates of up to `largest`.
    FixedPoint(std::span<const float> weights, double largest);

    std::vector<double> row_scales;     // by point: its weight times 2^a
    std::vector<std::int64_t> weights;  // by point: its weight times 2^b
    double ratio = 1;                   // 2^(a - b)
};

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
