// SPDX-License-Identifier: MIT
#include "graph/tu/text_stream.h"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

#include "dhgak/core/interrupt.h"
#include "io/open_input.h"

namespace dhgak {
namespace {

constexpr std::size_t kLargestChunk = std::size_t{1} << 20;
constexpr std::string_view kBlanks = " \t\r\n";

class FileStream : public TextStream {
public:
    explicit FileStream(const std::filesystem::path& path)
        : TextStream(path.string()), file_(open_plain_file(path)) {}

private:
    std::size_t read(char* bytes, std::size_t size) override {
        return read_some(file_, place(), bytes, size);
    }

    Descriptor file_;
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

// Reads a chunk more, behind what was not handed out.
void TextStream::fill() {
    throw_if_interrupted();
    const std::size_t size = end_ - begin_;
    if (capacity_ < size + chunk_) {
        capacity_ = 2 * size + chunk_;
        auto larger = std::make_unique_for_overwrite<char[]>(capacity_);
        std::ranges::copy(unread(), larger.get());
        buffer_ = std::move(larger);
    } else if (begin_ > 0) {
        std::memmove(buffer_.get(), buffer_.get() + begin_, size);
    }
    begin_ = 0;
    end_ = size;
    while (end_ < size + chunk_ && !at_end_) {
        const std::size_t count = read(buffer_.get() + end_, size + chunk_ - end_);
        at_end_ = count == 0;
        end_ += count;
    }
    chunk_ = std::min(2 * chunk_, kLargestChunk);
    if (std::exchange(at_start_, false) && unread().starts_with("\xEF\xBB\xBF")) begin_ += 3;
}

// The last line that is not blank is held back: only what follows tells whether it is whole, and
// whether the blank lines after it are lines at all.
std::string_view TextStream::peek() {
    while (num_peeked_ == 0) {
        if (!at_end_) fill();
        const std::size_t length = unread().find_last_not_of(kBlanks) + 1;
        num_peeked_ = at_end_ ? length : unread().substr(0, length).rfind('\n') + 1;
        if (at_end_) break;
    }
    return unread().substr(0, num_peeked_);
}

std::string_view TextStream::next() {
    const std::string_view lines = peek();
    begin_ += std::exchange(num_peeked_, 0);
    return lines;
}

std::unique_ptr<TextStream> open_text_stream(const std::filesystem::path& path) {
    return std::make_unique<FileStream>(path);
}

std::unique_ptr<TextStream> stream_text(TextFile file) {
    return std::make_unique<MemoryStream>(std::move(file));
}

}  // namespace dhgak
