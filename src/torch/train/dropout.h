// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <ATen/core/Generator.h>
#include <ATen/core/Tensor.h>

namespace dhgak {

// Zeroes values at random and scales up the rest, from a stream of its own: the seed alone fixes
// what is dropped, whatever other threads do.
class Dropout {
public:
    Dropout(at::Device device, double hidden_share, double attention_share, std::uint64_t seed);

    at::Tensor hidden(const at::Tensor& values) { return drop(values, hidden_share_); }
    at::Tensor attention(const at::Tensor& weights) { return drop(weights, attention_share_); }

private:
    at::Tensor drop(const at::Tensor& values, double share);

    at::Generator generator_;
    double hidden_share_;
    double attention_share_;
};

}  // namespace dhgak
