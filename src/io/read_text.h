// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

namespace dhgak {

// The whole file as bytes. It is read, not mapped: a file that somebody cuts meanwhile would end a
// program that maps it. A pipe is read to its end, and may be waited for. Throws InputError naming
// the file if it cannot be read.
std::string read_text(const std::filesystem::path& path);

// The same without pipes: for files of a dataset, which may come in a stranger's folder.
std::string read_plain_text(const std::filesystem::path& path);

}  // namespace dhgak
