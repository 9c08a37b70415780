// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

namespace dhgak {

// A checksum over all files of a model folder that decide what the model says: its configuration,
// tokenizer and weights. Remembered as long as none of them changes its size or time.
// Throws InputError if the folder holds no model.
std::string folder_checksum(const std::filesystem::path& folder);

}  // namespace dhgak
