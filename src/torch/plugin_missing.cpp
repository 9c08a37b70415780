// SPDX-License-Identifier: MIT
#include "dhgak/core/error.h"
#include "torch/plugin.h"

namespace dhgak {

const TorchPlugin& torch_plugin() {
    throw ConfigError("bert needs LibTorch; install libtorch-dev and configure again");
}

}  // namespace dhgak
