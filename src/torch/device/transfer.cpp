// SPDX-License-Identifier: MIT
#include "torch/device/transfer.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include <ATen/ops/empty.h>
#include <ATen/ops/from_blob.h>
#include <c10/core/ScalarType.h>
#include <c10/core/impl/VirtualGuardImpl.h>

namespace dhgak {

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

// A GPU copies by itself from and to pinned memory only.

template <typename T>
at::Tensor send(const std::vector<T>& values, at::Device device) {
    constexpr at::ScalarType kType = c10::CppTypeToScalarType<T>::value;
    const at::Tensor here = at::empty({static_cast<std::int64_t>(values.size())},
                                      at::TensorOptions(kType).pinned_memory(device.is_cuda()));
    std::ranges::copy(values, here.data_ptr<T>());
    return here.to(device, /*non_blocking=*/true);
}
template at::Tensor send(const std::vector<std::int32_t>&, at::Device);
template at::Tensor send(const std::vector<std::int64_t>&, at::Device);

Fetch::Fetch(const at::Tensor& tensor)
    : copy_(at::empty(tensor.sizes(), tensor.options().device(at::kCPU).pinned_memory(true))),
      has_arrived_(tensor.device().type()) {
    copy_.copy_(tensor, /*non_blocking=*/true);
    has_arrived_.record(
        c10::impl::VirtualGuardImpl(tensor.device().type()).getStream(tensor.device()));
}

const at::Tensor& Fetch::get() const {
    while (!has_arrived_.query()) std::this_thread::sleep_for(std::chrono::microseconds(50));
    return copy_;
}

}  // namespace dhgak
