// SPDX-License-Identifier: MIT
#include "io/read_text.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "dhgak/core/error.h"

namespace dhgak {
namespace {

class Descriptor {
public:
    explicit Descriptor(const char* path) : number_(::open(path, O_RDONLY | O_CLOEXEC)) {}
    ~Descriptor() {
        if (number_ >= 0) ::close(number_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int number() const { return number_; }

private:
    int number_;
};

[[noreturn]] void fail(const std::filesystem::path& path, const char* action) {
    throw InputError(fmt::format("{}: cannot be {}: {}", path.string(), action, strerror(errno)));
}

}  // namespace

std::string read_text(const std::filesystem::path& path) {
    constexpr std::size_t kChunk = std::size_t{1} << 16;
    const Descriptor file(path.c_str());
    if (file.number() < 0) fail(path, "opened");
    struct stat status = {};
    if (::fstat(file.number(), &status) != 0) fail(path, "read");
    if (S_ISDIR(status.st_mode))
        throw InputError(fmt::format("{}: is a folder, expected a file", path.string()));
    // Pipes have no size, and a file may grow meanwhile.
    const std::size_t expected =
        S_ISREG(status.st_mode) ? static_cast<std::size_t>(status.st_size) : 0;
    std::string text;
    std::size_t size = 0;
    while (true) {
        if (size == text.size()) text.resize(size < expected ? expected + 1 : size + kChunk);
        const ssize_t count = ::read(file.number(), text.data() + size, text.size() - size);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) fail(path, "read");
        if (count == 0) break;
        size += static_cast<std::size_t>(count);
    }
    text.resize(size);
    return text;
}

}  // namespace dhgak
