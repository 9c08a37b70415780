// SPDX-License-Identifier: MIT
#include "torch/points_on_device.h"

#include <algorithm>
#include <cmath>

#include <ATen/TensorOperators.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/from_blob.h>

namespace dhgak {

// from_blob asks for a pointer to what may change; a copy is taken before anything does.
at::Tensor upload(std::span<const float> values, at::IntArrayRef shape, at::Device device) {
    return at::from_blob(const_cast<float*>(values.data()), shape, at::kFloat)
        .to(device, at::kFloat, /*non_blocking=*/false, /*copy=*/true);
}

at::Tensor upload(const Matrix& matrix, at::Device device) {
    return upload(
        matrix.values(),
        {static_cast<std::int64_t>(matrix.rows()), static_cast<std::int64_t>(matrix.cols())},
        device);
}

at::Tensor split_digits(const at::Tensor& values) {
    constexpr int kDroppedDigits = 13;
    constexpr int kKept = -(1 << kDroppedDigits);  // all ones but for the dropped digits
    const at::Tensor high = values.view(at::kInt).bitwise_and(kKept).view(at::kFloat);
    return at::cat({high, values - high}, 1);
}

at::Tensor join_digits(const at::Tensor& parts) {
    const std::int64_t dims = parts.size(1) / 2;
    return parts.narrow(1, 0, dims) + parts.narrow(1, dims, dims);
}

PointsOnDevice::PointsOnDevice(const Matrix& points, std::span<const float> point_weights,
                               at::Device device) {
    at::Tensor rows = upload(points, device);
    weights = upload(point_weights, {static_cast<std::int64_t>(point_weights.size())}, device)
                  .to(at::kDouble);
    origin = rows.mean(0, false, at::kDouble).round().to(at::kFloat);
    rows.sub_(origin);
    square_lengths = rows.square().sum(1);
    parts = split_digits(rows);
    // Asking for a value waits for all work above: other queues may use its results from here on.
    const double largest = rows.abs().max().item<double>() * weights.sum().item<double>();
    scale = std::exp2(61 - std::ceil(std::log2(std::max(largest, 1e-200))));
}

}  // namespace dhgak
