// SPDX-License-Identifier: MIT
#include "io/read_text.h"

#include <sys/stat.h>

#include "io/open_input.h"

namespace dhgak {
namespace {

std::string read_all(const Descriptor& file, const std::filesystem::path& path) {
    constexpr std::size_t kChunk = std::size_t{1} << 16;
    struct stat status = {};
    // Pipes have no size, and a file may grow meanwhile.
    const bool has_size = ::fstat(file.number(), &status) == 0 && S_ISREG(status.st_mode);
    const std::size_t expected = has_size ? static_cast<std::size_t>(status.st_size) : 0;
    std::string text;
    std::size_t size = 0;
    while (true) {
        if (size == text.size()) text.resize(size < expected ? expected + 1 : size + kChunk);
        const std::size_t count = read_some(file, path, text.data() + size, text.size() - size);
        if (count == 0) break;
        size += count;
    }
    text.resize(size);
    return text;
}

}  // namespace

std::string read_text(const std::filesystem::path& path) {
    return read_all(open_file_or_pipe(path), path);
}

std::string read_plain_text(const std::filesystem::path& path) {
    return read_all(open_plain_file(path), path);
}

}  // namespace dhgak
