// SPDX-License-Identifier: MIT
#include <cmath>
#include <vector>

#include <ATen/TensorOperators.h>
#include <ATen/ops/matmul.h>
#include <ATen/ops/softmax.h>

#include "torch/encode/attention.h"

namespace dhgak {

at::Tensor attend_unfused(const at::Tensor& qkv, const at::Tensor& bias, Dropout* dropout) {
    const std::vector<at::Tensor> parts = qkv.permute({2, 0, 3, 1, 4}).unbind(0);
    const double scale = 1 / std::sqrt(static_cast<double>(qkv.size(4)));
    at::Tensor scores = at::matmul(parts[0] * scale, parts[1].transpose(-2, -1));
    if (bias.defined()) scores = scores + bias;
    at::Tensor weights = at::softmax(scores, -1);
    if (dropout) weights = dropout->attention(weights);
    return at::matmul(weights, parts[2])
        .transpose(1, 2)
        .reshape({qkv.size(0) * qkv.size(1), qkv.size(3) * qkv.size(4)});
}

}  // namespace dhgak
