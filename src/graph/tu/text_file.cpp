// SPDX-License-Identifier: MIT
#include "graph/tu/text_file.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/mman.h>
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

std::string read_all(int descriptor, const std::string& place) {
    constexpr std::size_t kChunk = std::size_t{1} << 20;
    std::string text;
    std::size_t size = 0;
    while (true) {
        text.resize(size + kChunk);
        const ssize_t count = read(descriptor, text.data() + size, kChunk);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) fail(place, "read");
        size += static_cast<std::size_t>(count);
        if (count == 0) break;
    }
    text.resize(size);
    return text;
}

}  // namespace

void TextFile::Unmap::operator()(void* address) const { munmap(address, size); }

TextFile::TextFile(const std::filesystem::path& path)
    : place_(path.string()), mapping_(nullptr, Unmap{0}) {
    const Descriptor file(path.c_str());
    if (file.number() < 0) fail(place_, "opened");
    struct stat status = {};
    if (fstat(file.number(), &status) != 0) fail(place_, "read");
    if (S_ISDIR(status.st_mode)) throw InputError(place_ + ": is a folder, expected a text file");
    if (!S_ISREG(status.st_mode)) {
        owned_ = read_all(file.number(), place_);
        return;
    }
    const auto size = static_cast<std::size_t>(status.st_size);
    if (size == 0) return;  // nothing to map
    void* address = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.number(), 0);
    if (address == MAP_FAILED) fail(place_, "mapped");
    mapping_ = {address, Unmap{size}};
    madvise(address, size, MADV_SEQUENTIAL);
}

TextFile::TextFile(std::string place, std::string text)
    : place_(std::move(place)), owned_(std::move(text)), mapping_(nullptr, Unmap{0}) {}

std::string_view TextFile::text() const {
    std::string_view text = owned_;
    if (mapping_) text = {static_cast<const char*>(mapping_.get()), mapping_.get_deleter().size};
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    return text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
}

}  // namespace dhgak
