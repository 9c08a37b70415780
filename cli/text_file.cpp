// SPDX-License-Identifier: MIT
#include "text_file.h"

#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "dhgak/core/error.h"

namespace dhgak::cli {

std::string read_text(const std::string& path, std::size_t most_bytes) {
    if (std::filesystem::is_directory(path))
        throw InputError(
            fmt::format("{}: is a folder; expected a file that --json wrote (a folder of graphs "
                        "goes with --data)",
                        path));
    constexpr std::size_t kChunk = std::size_t{1} << 16;
    std::ifstream file(path, std::ios::binary);
    std::string text;
    // By and by, since a pipe or a device does not tell its size.
    while (file) {
        const std::size_t size = text.size();
        text.resize(size + kChunk);
        file.read(text.data() + size, static_cast<std::streamsize>(kChunk));
        text.resize(size + static_cast<std::size_t>(file.gcount()));
        if (text.size() > most_bytes)
            throw InputError(
                fmt::format("{}: is larger than {} bytes; --json-limit allows more, which takes "
                            "some ten times as much memory",
                            path, most_bytes));
    }
    if (!file.eof()) throw InputError(fmt::format("{}: cannot be read", path));
    return text;
}

void add_json_limit(CLI::App& command, std::string& limit) {
    limit = kUsualJsonLimit;
    command
        .add_option("--json-limit", limit,
                    "The largest JSON file to read, as 256M or 2G; it takes some ten times as much "
                    "memory")
        ->capture_default_str();
}

}  // namespace dhgak::cli
