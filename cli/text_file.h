// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace dhgak::cli {

// The whole of a small file. Throws InputError if it cannot be read.
std::string read_text(const std::string& path);

}  // namespace dhgak::cli
