// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include <ATen/core/Tensor.h>

#include "dhgak/core/matrix.h"

namespace dhgak {

// A copy of the values on a device, float32.
at::Tensor upload(std::span<const float> values, at::IntArrayRef shape, at::Device device);
at::Tensor upload(const Matrix& matrix, at::Device device);

// Float32 values as the sum of two parts with half the digits each, side by side: [rows, 2 dims].
//
// Tensor cores multiply numbers of 11 digits several times as fast as others multiply 24. Three
// products of parts make one of the whole.
at::Tensor split_digits(const at::Tensor& values);

// The rows that were split.
at::Tensor join_digits(const at::Tensor& parts);

// Weighted points as all runs of k-means share them.
struct PointsOnDevice {
    PointsOnDevice(const Matrix& points, std::span<const float> weights, at::Device device);

    at::Tensor origin;          // near the mean; what follows is relative to it
    at::Tensor parts;           // split digits of the coordinates
    at::Tensor square_lengths;  // by point
    at::Tensor weights;         // by point, double
    double scale = 1;           // coordinates times weights times this add up below 2^63

    std::int64_t size() const { return parts.size(0); }
    std::int64_t dims() const { return parts.size(1) / 2; }
};

}  // namespace dhgak
