// SPDX-License-Identifier: MIT
#include "torch/transfer.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include <ATen/ops/empty.h>
#include <ATen/ops/tensor.h>
#include <c10/core/impl/VirtualGuardImpl.h>

namespace dhgak {

// A GPU copies by itself from and to pinned memory only.

at::Tensor send(const std::vector<std::int64_t>& values, at::Device device) {
    if (!device.is_cuda()) return at::tensor(values, at::kLong);
    const at::Tensor pinned = at::empty({static_cast<std::int64_t>(values.size())},
                                        at::TensorOptions(at::kLong).pinned_memory(true));
    std::ranges::copy(values, pinned.data_ptr<std::int64_t>());
    return pinned.to(device, /*non_blocking=*/true);
}

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
