// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include <ATen/core/Tensor.h>
#include <c10/core/Event.h>

namespace dhgak {

// The values on a device. A GPU gets them beside its other work, in its turn.
template <typename T>
at::Tensor send(const std::vector<T>& values, at::Device device);

// A GPU's tensor on its way to the CPU, beside work that was queued after it.
class Fetch {
public:
    explicit Fetch(const at::Tensor& tensor);

    // Waits for the tensor, and for nothing else.
    const at::Tensor& get() const;

private:
    at::Tensor copy_;
    c10::Event has_arrived_;
};

}  // namespace dhgak
