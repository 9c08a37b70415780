// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

namespace CLI {
class App;
}

namespace dhgak::cli {

// The whole of a file of at most so many bytes. Throws InputError if it cannot be read or is
// larger.
std::string read_text(const std::string& path, std::size_t most_bytes);

// --json-limit, as bytes are written: a run as JSON takes some ten times its size of memory.
inline constexpr const char* kUsualJsonLimit = "256M";
void add_json_limit(CLI::App& command, std::string& limit);

}  // namespace dhgak::cli
