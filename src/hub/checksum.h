// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

namespace dhgak {

// In hexadecimal digits. Throws Error naming the file if it cannot be read.
std::string sha256_of(const std::filesystem::path& file);

// What git calls the file: the SHA-1 of its length and content.
std::string git_blob_id(const std::filesystem::path& file);

}  // namespace dhgak
