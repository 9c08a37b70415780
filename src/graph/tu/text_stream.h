// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "graph/tu/text_file.h"

namespace dhgak {

// The lines of a text, some at a time: those of TextFile::text(), without a byte order mark and
// without blanks and line ends at its end. Memory holds about a mebibyte, or the longest line.
class TextStream {
public:
    // `place` is how messages name the text.
    explicit TextStream(std::string place) : place_(std::move(place)) {}
    virtual ~TextStream() = default;
    TextStream(const TextStream&) = delete;
    TextStream& operator=(const TextStream&) = delete;

    const std::string& place() const { return place_; }

    // The whole lines that come next; no text at the end. Lives until the next call of next().
    // Throws InputError if the text cannot be read.
    std::string_view next();

    // The same lines, which still come next.
    std::string_view peek();

protected:
    // Reads up to `size` bytes and returns how many, 0 only at the end.
    virtual std::size_t read(char* bytes, std::size_t size) = 0;

private:
    void fill();
    std::string_view unread() const { return {buffer_.get() + begin_, end_ - begin_}; }

    std::string place_;
    std::unique_ptr<char[]> buffer_;
    std::size_t capacity_ = 0;
    std::size_t chunk_ = 4096;         // bytes to read next: few from a short text, then more
    std::size_t begin_ = 0, end_ = 0;  // of what was read and not handed out
    std::size_t num_peeked_ = 0;       // bytes of it that come next; 0 if that is not known
    bool at_start_ = true;
    bool at_end_ = false;
};

// Throws InputError, naming the file, if it cannot be opened. `path` must be a plain file.
std::unique_ptr<TextStream> open_text_stream(const std::filesystem::path& path);

std::unique_ptr<TextStream> stream_text(TextFile file);

}  // namespace dhgak
