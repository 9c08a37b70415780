// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include <ATen/core/Tensor.h>
#include <c10/core/StreamGuard.h>
#include <c10/core/impl/VirtualGuardImpl.h>

namespace dhgak {

// While it lives, what the calling thread gives a GPU to do goes to a queue of its own, so that
// waiting for a result is not waiting for the work of other threads.
class OwnQueue {
public:
    explicit OwnQueue(at::Device device) {
        if (device.is_cuda())
            guard_.emplace(
                c10::impl::VirtualGuardImpl(device.type()).getStreamFromGlobalPool(device));
    }

private:
    std::optional<c10::StreamGuard> guard_;
};

}  // namespace dhgak
