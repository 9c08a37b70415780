// SPDX-License-Identifier: MIT
#include "torch/encode/attention.h"

namespace dhgak {

at::Tensor attend(const at::Tensor& qkv) { return attend_unfused(qkv, {}, nullptr); }

}  // namespace dhgak
