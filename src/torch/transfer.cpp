// SPDX-License-Identifier: MIT
#include "torch/transfer.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include <ATen/ops/empty.h>
#include <c10/core/ScalarType.h>
#include <c10/core/impl/VirtualGuardImpl.h>

namespace dhgak {

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
