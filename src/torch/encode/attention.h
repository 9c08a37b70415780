// SPDX-License-Identifier: MIT
#pragma once

#include <ATen/core/Tensor.h>

#include "torch/train/dropout.h"

namespace dhgak {

// Softmax attention inside every sequence, each token to all tokens of its own.
//
//   qkv  [sequences, length, 3, heads, width]: queries, keys and values
//
// Returns [sequences * length, heads * width]. One of two files: the fused operation that LibTorch
// has since 2.0, or the products written out.
at::Tensor attend(const at::Tensor& qkv);

// The same with the products written out. `bias` is added to the scores, unless it is undefined;
// training drops some of the attention weights.
at::Tensor attend_unfused(const at::Tensor& qkv, const at::Tensor& bias, Dropout* dropout);

}  // namespace dhgak
