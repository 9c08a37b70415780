// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "io/safetensors.h"

namespace dhgak {

inline constexpr const char* kModelFormat = "dhgak model";
inline constexpr int kModelFormatVersion = 1;

// The name that a part of a model has in the file: `align.hop3.centers`.
std::string name_inside(const std::string& prefix, std::string_view name);

// What a model file's metadata says of its values (JSON) and tensors, wherever these lie in the
// file.
std::string model_checksum(std::string_view values, std::span<const Tensor> tensors);

}  // namespace dhgak
