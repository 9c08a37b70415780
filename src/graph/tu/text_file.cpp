// SPDX-License-Identifier: MIT
#include "graph/tu/text_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "dhgak/core/error.h"

namespace dhgak {
namespace {

class Descriptor {
public:
    explicit Descriptor(const char* path) : number_(open(path, O_RDONLY | O_CLOEXEC)) {}
    ~Descriptor() {
        if (number_ >= 0) close(number_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int number() const { return number_; }

private:
    int number_;
};

[[noreturn]] void fail(const std::string& place, const char* action) {
    throw InputError(place + ": cannot be " + action + ": " + std::strerror(errno));
}

// Read, not mapped: a file that somebody cuts while it is read would end a program that maps it.
std::string read_all(int descriptor, std::size_t expected, const std::string& place) {
    constexpr std::size_t kChunk = std::size_t{1} << 20;
    std::string text;
    std::size_t size = 0;
    while (true) {
        if (size == text.size()) text.resize(std::max(expected + 1, size + kChunk));
        const ssize_t count = read(descriptor, text.data() + size, text.size() - size);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) fail(place, "read");
        size += static_cast<std::size_t>(count);
        if (count == 0) break;
    }
    text.resize(size);
    return text;
}

}  // namespace

TextFile::TextFile(const std::filesystem::path& path) : place_(path.string()) {
    const Descriptor file(path.c_str());
    if (file.number() < 0) fail(place_, "opened");
    struct stat status = {};
    if (fstat(file.number(), &status) != 0) fail(place_, "read");
    if (S_ISDIR(status.st_mode)) throw InputError(place_ + ": is a folder, expected a text file");
    const bool has_size = S_ISREG(status.st_mode);
    text_ =
        read_all(file.number(), has_size ? static_cast<std::size_t>(status.st_size) : 0, place_);
}

TextFile::TextFile(std::string place, std::string text)
    : place_(std::move(place)), text_(std::move(text)) {}

std::string_view TextFile::text() const {
    std::string_view text = text_;
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    return text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
}

}  // namespace dhgak
