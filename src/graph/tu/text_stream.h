// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>

#include "graph/tu/line_blocks.h"
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
    LineBlock next();

    // The same lines, which still come next.
    LineBlock peek();

protected:
    // Reads up to `size` bytes and returns how many, 0 only at the end.
    virtual std::size_t read(char* bytes, std::size_t size) = 0;

private:
    bool fill();

    std::string place_;
    std::string buffer_;
    std::size_t begin_ = 0;  // of what was not handed out
    std::size_t line_ = 0;   // of what was not handed out
    bool at_start_ = true;
    bool at_end_ = false;
    bool peeked_ = false;
    LineBlock block_{};
};

// Throws InputError, naming the file, if it cannot be opened. `path` must be a plain file.
std::unique_ptr<TextStream> open_text_stream(const std::filesystem::path& path);

std::unique_ptr<TextStream> stream_text(TextFile file);

}  // namespace dhgak
