// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace dhgak {

// The lines of a text file, plain or packed by gzip, one after the other. A byte order mark at its
// start is dropped, and so is a carriage return at the end of a line.
class TextLines {
public:
    // Throws InputError, naming the file, if it cannot be opened.
    explicit TextLines(const std::filesystem::path& path);
    ~TextLines();
    TextLines(TextLines&&) noexcept;

    const std::string& place() const;

    // False at the end. Throws InputError, with the line, for what is no text.
    bool next(std::string& line);

    std::size_t number() const;  // of the line that came last, from 1

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace dhgak
