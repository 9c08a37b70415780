// SPDX-License-Identifier: MIT
#include "torch/points_on_device.h"

#include <cmath>
#include <numeric>

#include <ATen/ops/from_blob.h>
#include <c10/core/ScalarType.h>

#include "dhgak/core/error.h"

namespace dhgak {
namespace {

// A power of two that leaves sums up to `largest` room in 64 bits.
double scale_to_fixed_point(double largest) {
    return std::exp2(61 - std::ceil(std::log2(largest)));
}

}  // namespace

// from_blob asks for a pointer to what may change; a copy is taken before anything does.
template <typename T>
at::Tensor upload(std::span<const T> values, at::IntArrayRef shape, at::Device device) {
    constexpr at::ScalarType kType = c10::CppTypeToScalarType<T>::value;
    return at::from_blob(const_cast<T*>(values.data()), shape, kType)
        .to(device, kType, /*non_blocking=*/false, /*copy=*/true);
}
template at::Tensor upload(std::span<const float>, at::IntArrayRef, at::Device);
template at::Tensor upload(std::span<const double>, at::IntArrayRef, at::Device);
template at::Tensor upload(std::span<const std::int32_t>, at::IntArrayRef, at::Device);
template at::Tensor upload(std::span<const std::int64_t>, at::IntArrayRef, at::Device);

at::Tensor upload(const Matrix& matrix, at::Device device) {
    return upload(
        matrix.values(),
        {static_cast<std::int64_t>(matrix.rows()), static_cast<std::int64_t>(matrix.cols())},
        device);
}

template <typename T>
std::vector<T> download(const at::Tensor& tensor) {
    const at::Tensor values = tensor.to(at::kCPU, c10::CppTypeToScalarType<T>::value).contiguous();
    return {values.data_ptr<T>(), values.data_ptr<T>() + values.numel()};
}
template std::vector<float> download(const at::Tensor&);
template std::vector<double> download(const at::Tensor&);
template std::vector<std::int32_t> download(const at::Tensor&);
template std::vector<std::int64_t> download(const at::Tensor&);

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

FixedPoint::FixedPoint(std::span<const float> weights_of_points, double largest) {
    if (!(largest < 1e19))
        throw InputError("points with coordinates beyond 1e19 cannot be clustered on a GPU");
    const double mass = std::accumulate(weights_of_points.begin(), weights_of_points.end(), 0.0);
    // Squares of smaller coordinates vanish, which must not look like room for large ones.
    constexpr double kLeast = 1e-18;
    const double row_scale = scale_to_fixed_point(std::max(largest * mass, kLeast));
    const double weight_scale = scale_to_fixed_point(mass);
    for (const float weight : weights_of_points) {
        row_scales.push_back(static_cast<double>(weight) * row_scale);
        weights.push_back(static_cast<std::int64_t>(static_cast<double>(weight) * weight_scale));
    }
    ratio = row_scale / weight_scale;
}

}  // namespace dhgak
