// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include <ATen/core/Tensor.h>
#include <c10/core/StreamGuard.h>
#include <c10/core/impl/VirtualGuardImpl.h>

namespace dhgak {

// A queue for a GPU's work: waiting for a result in it is not waiting for the work in others.
class OwnQueue {
public:
    explicit OwnQueue(at::Device device) {
        if (device.is_cuda())
            queue_ = c10::impl::VirtualGuardImpl(device.type()).getStreamFromGlobalPool(device);
    }

    // While the result lives, what the calling thread gives the GPU to do goes to this queue.
    std::optional<c10::StreamGuard> use() const {
        if (!queue_) return std::nullopt;
        return std::optional<c10::StreamGuard>(std::in_place, *queue_);
    }

private:
    std::optional<c10::Stream> queue_;
};

}  // namespace dhgak
