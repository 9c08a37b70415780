// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include <ATen/core/Tensor.h>

#include "dhgak/core/matrix.h"

namespace dhgak {

// A copy of the values on a device, float32.
at::Tensor upload(std::span<const float> values, at::IntArrayRef shape, at::Device device);
at::Tensor upload(const Matrix& matrix, at::Device device);

// Tensor cores multiply numbers of 11 binary digits several times as fast as others multiply 24, so
// that numbers are taken apart: three products of parts make one of the whole.

// The first 11 digits of each value; the others are what is left of it.
at::Tensor high_digits(const at::Tensor& values);

// Both parts side by side, [rows, 2 dims], and the rows that were split.
at::Tensor split_digits(const at::Tensor& values);
at::Tensor join_digits(const at::Tensor& parts);

// What such products may get wrong in a squared distance, relative to the squares of both vectors.
constexpr double kProductError = 1e-5;

// Weighted points as all runs of k-means share them.
struct PointsOnDevice {
    PointsOnDevice(const Matrix& points, std::span<const float> weights, at::Device device);

    at::Tensor origin;      // near the mean; what follows is relative to it
    at::Tensor parts;       // split digits of the coordinates
    at::Tensor errors;      // by point p: 5 |p|^2 kProductError, see CenterProducts
    at::Tensor row_scales;  // by point, double: weight times 2^a; so scaled, rows add up below 2^63
    at::Tensor fixed_weights;  // by point, int64: weight times 2^b, likewise
    double scale_ratio = 1;    // 2^(a - b)

    std::int64_t size() const { return parts.size(0); }
    std::int64_t dims() const { return parts.size(1) / 2; }
};

}  // namespace dhgak
