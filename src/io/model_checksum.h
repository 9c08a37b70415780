// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "dhgak/io/safetensors.h"

namespace dhgak {

// What a model file's metadata says of its values (JSON) and tensors, wherever these lie in the
// file.
std::string model_checksum(std::string_view values, std::span<const Tensor> tensors);

}  // namespace dhgak
