// SPDX-License-Identifier: MIT
#include "torch/points_on_device.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <ATen/TensorOperators.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/from_blob.h>

#include "dhgak/core/error.h"

namespace dhgak {
namespace {

// Of some of the points, in whole numbers: taking it off then rounds little.
Matrix rounded_mean(const Matrix& points) {
    const std::size_t step = std::max<std::size_t>(points.rows() / 1024, 1);
    std::vector<double> sum(points.cols());
    double count = 0;
    for (std::size_t i = 0; i < points.rows(); i += step, ++count)
        for (std::size_t j = 0; j < sum.size(); ++j) sum[j] += static_cast<double>(points(i, j));
    Matrix mean(1, points.cols());
    for (std::size_t j = 0; j < sum.size(); ++j)
        mean(0, j) = static_cast<float>(std::round(sum[j] / std::max(count, 1.0)));
    return mean;
}

// A power of two that leaves sums up to `largest` room in 64 bits.
double scale_to_fixed_point(double largest) {
    return std::exp2(61 - std::ceil(std::log2(largest)));
}

}  // namespace

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

at::Tensor high_digits(const at::Tensor& values) {
    constexpr double kSplitter = (1 << 13) + 1;  // Veltkamp's: leaves 11 of 24 digits
    const at::Tensor product = values * kSplitter;
    return product - (product - values);
}

at::Tensor split_digits(const at::Tensor& values) {
    const at::Tensor high = high_digits(values);
    return at::cat({high, values - high}, 1);
}

at::Tensor join_digits(const at::Tensor& parts) {
    const std::int64_t dims = parts.size(1) / 2;
    return parts.narrow(1, 0, dims) + parts.narrow(1, dims, dims);
}

PointsOnDevice::PointsOnDevice(const Matrix& points, std::span<const float> weights,
                               at::Device device) {
    origin = upload(rounded_mean(points), device).squeeze(0);
    const at::Tensor rows = upload(points, device) - origin;
    const at::Tensor square_lengths = (rows * rows).sum(1);
    errors = square_lengths * (5 * kProductError);
    parts = split_digits(rows);
    const double longest = std::sqrt(square_lengths.max().item<double>());
    if (!std::isfinite(longest))
        throw InputError("points with coordinates beyond 1e19 cannot be clustered on a GPU");

    const double mass = std::accumulate(weights.begin(), weights.end(), 0.0);
    // Squares of smaller coordinates vanish, which must not look like room for large ones.
    constexpr double kLeast = 1e-18;
    const double row_scale = scale_to_fixed_point(std::max(longest * mass, kLeast));
    const double weight_scale = scale_to_fixed_point(mass);
    const at::Tensor on_device =
        upload(weights, {static_cast<std::int64_t>(weights.size())}, device).to(at::kDouble);
    row_scales = on_device * row_scale;
    fixed_weights = (on_device * weight_scale).to(at::kLong);
    scale_ratio = row_scale / weight_scale;
    // Waits for all work above: other queues may use its results from here on.
    fixed_weights[0].item<std::int64_t>();
}

}  // namespace dhgak
