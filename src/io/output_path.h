// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

namespace dhgak {

// A hidden name beside `target` that nobody can guess. It may exist nevertheless, so what is made
// under it has to be new.
std::filesystem::path temporary_beside(const std::filesystem::path& target);

std::filesystem::path folder_of(const std::filesystem::path& path);

}  // namespace dhgak
