// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <ATen/core/Tensor.h>
#include <c10/core/Event.h>

#include "dhgak/core/matrix.h"

namespace dhgak {

// A copy of the values on a device.
template <typename T>
at::Tensor upload(std::span<const T> values, at::IntArrayRef shape, at::Device device);
at::Tensor upload(const Matrix& matrix, at::Device device);

// A copy of the values here, after all work that the calling thread's queue was given before.
template <typename T>
std::vector<T> download(const at::Tensor& tensor);

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
