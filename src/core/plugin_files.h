// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <vector>

namespace dhgak {

// Where a library that is loaded on demand may be: beside the program or library that this code is
// part of, where it is installed, where it is built.
std::vector<std::filesystem::path> plugin_candidates(const char* file);

}  // namespace dhgak
