// SPDX-License-Identifier: MIT
#include <vector>

#include <ATen/ops/scaled_dot_product_attention.h>

#include "torch/attention.h"

namespace dhgak {

at::Tensor attend(const at::Tensor& qkv) {
    const std::vector<at::Tensor> parts = qkv.permute({2, 0, 3, 1, 4}).unbind(0);
    return at::scaled_dot_product_attention(parts[0], parts[1], parts[2])
        .transpose(1, 2)
        .reshape({qkv.size(0) * qkv.size(1), qkv.size(3) * qkv.size(4)});
}

}  // namespace dhgak
