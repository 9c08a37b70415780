// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "torch/plugin/plugin.h"

namespace dhgak {

const TorchPlugin& torch_plugin(std::string_view who, bool) {
    throw ConfigError(
        fmt::format("{} needs LibTorch; install libtorch-dev and configure again", who));
}

}  // namespace dhgak
