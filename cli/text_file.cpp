// SPDX-License-Identifier: MIT
#include "text_file.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "dhgak/core/error.h"

namespace dhgak::cli {

std::string read_text(const std::string& path) {
    if (std::filesystem::is_directory(path))
        throw InputError(
            fmt::format("{}: is a folder; expected a file that --json wrote (a folder of graphs "
                        "goes with --data)",
                        path));
    std::ifstream file(path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(file), {}};
    if (!file) throw InputError(fmt::format("{}: cannot be read", path));
    return text;
}

}  // namespace dhgak::cli
