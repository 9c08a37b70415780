// SPDX-License-Identifier: MIT
#include "torch/train/dropout.h"

#include <mutex>

#include <ATen/Context.h>
#include <ATen/TensorOperators.h>
#include <ATen/ops/bernoulli.h>
#include <ATen/ops/empty_like.h>

namespace dhgak {
namespace {

at::Generator make_generator(at::Device device, std::uint64_t seed) {
    at::Generator shared = at::globalContext().defaultGenerator(device);
    const std::scoped_lock lock(shared.mutex());
    at::Generator own = shared.clone();
    own.set_current_seed(seed);
    return own;
}

}  // namespace

Dropout::Dropout(at::Device device, double hidden_share, double attention_share, std::uint64_t seed)
    : generator_(make_generator(device, seed)),
      hidden_share_(hidden_share),
      attention_share_(attention_share) {}

at::Tensor Dropout::drop(const at::Tensor& values, double share) {
    if (share <= 0) return values;
    at::Tensor scales = at::empty_like(values, at::MemoryFormat::Contiguous);
    scales.bernoulli_(1 - share, generator_).div_(1 - share);
    return values * scales;
}

}  // namespace dhgak
