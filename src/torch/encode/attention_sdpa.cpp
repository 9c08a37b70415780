// SPDX-License-Identifier: MIT
#include <vector>

#include <ATen/Context.h>
#include <ATen/ops/scaled_dot_product_attention.h>

#include "torch/encode/attention.h"

namespace dhgak {
namespace {

// cuDNN plans anew for each shape, tens of milliseconds each, and slices come in hundreds of
// shapes.
bool avoid_cudnn() {
    at::globalContext().setSDPUseCuDNN(false);
    return true;
}

}  // namespace

at::Tensor attend(const at::Tensor& qkv) {
    [[maybe_unused]] static const bool is_avoided = avoid_cudnn();
    const std::vector<at::Tensor> parts = qkv.permute({2, 0, 3, 1, 4}).unbind(0);
    return at::scaled_dot_product_attention(parts[0], parts[1], parts[2])
        .transpose(1, 2)
        .reshape({qkv.size(0) * qkv.size(1), qkv.size(3) * qkv.size(4)});
}

}  // namespace dhgak
