// SPDX-License-Identifier: MIT
#include "graph/tu/text_stream.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <utility>

#include "dhgak/core/error.h"
#include "dhgak/core/interrupt.h"

namespace dhgak {
namespace {

constexpr std::size_t kChunk = std::size_t{1} << 20;
constexpr std::string_view kBlanks = " \t\r\n";

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};

class FileStream : public TextStream {
public:
    explicit FileStream(const std::filesystem::path& path)
        : TextStream(path.string()), file_(std::fopen(path.c_str(), "rbe")) {
        if (!file_) fail("opened");
        std::setvbuf(file_.get(), nullptr, _IONBF, 0);
    }

private:
    [[noreturn]] void fail(const char* action) const {
        throw InputError(place() + ": cannot be " + action + ": " + std::strerror(errno));
    }

    std::size_t read(char* bytes, std::size_t size) override {
        const std::size_t count = std::fread(bytes, 1, size, file_.get());
        if (count == 0 && std::ferror(file_.get()) != 0) fail("read");
        return count;
    }

    std::unique_ptr<std::FILE, CloseFile> file_;
};

class MemoryStream : public TextStream {
public:
    explicit MemoryStream(TextFile file)
        : TextStream(file.place()), file_(std::move(file)), rest_(file_.text()) {}

private:
    std::size_t read(char* bytes, std::size_t size) override {
        const std::size_t count = rest_.copy(bytes, size);
        rest_.remove_prefix(count);
        return count;
    }

    TextFile file_;
    std::string_view rest_;
};

}  // namespace

// Reads a chunk more; whether there was one.
bool TextStream::fill() {
    throw_if_interrupted();
    buffer_.erase(0, begin_);
    begin_ = 0;
    const std::size_t size = buffer_.size();
    buffer_.resize(size + kChunk);
    std::size_t count = 0;
    while (count < kChunk) {
        const std::size_t more = read(buffer_.data() + size + count, kChunk - count);
        if (more == 0) break;
        count += more;
    }
    buffer_.resize(size + count);
    if (std::exchange(at_start_, false) && buffer_.starts_with("\xEF\xBB\xBF")) begin_ = 3;
    return count > 0;
}

// The last line that is not blank is held back: only what follows tells whether it is whole, and
// whether the blank lines after it are lines at all.
LineBlock TextStream::peek() {
    if (std::exchange(peeked_, true)) return block_;
    std::size_t end = begin_;
    while (end == begin_ && !at_end_) {
        at_end_ = !fill();
        const std::string_view text = std::string_view(buffer_).substr(begin_);
        const std::size_t length = text.find_last_not_of(kBlanks) + 1;
        const std::size_t last_line = text.substr(0, length).rfind('\n') + 1;
        end = begin_ + (at_end_ ? length : last_line);
    }
    block_ = {.text = std::string_view(buffer_).substr(begin_, end - begin_), .first_line = line_};
    return block_;
}

LineBlock TextStream::next() {
    peek();
    peeked_ = false;
    begin_ += block_.text.size();
    line_ += static_cast<std::size_t>(std::ranges::count(block_.text, '\n'));
    return block_;
}

std::unique_ptr<TextStream> open_text_stream(const std::filesystem::path& path) {
    return std::make_unique<FileStream>(path);
}

std::unique_ptr<TextStream> stream_text(TextFile file) {
    return std::make_unique<MemoryStream>(std::move(file));
}

}  // namespace dhgak
