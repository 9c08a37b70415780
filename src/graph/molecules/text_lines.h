// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>

namespace dhgak {

// The remedy where a text has more bytes than MoleculeOptions::max_record.
inline constexpr const char* kRaiseLongest =
    "that is no molecule; if it is one, --max-record (max_record) takes more";

// The lines of a text file, plain or packed by gzip, one after the other. A byte order mark at its
// start is dropped, and so is a carriage return at the end of a line.
class TextLines {
public:
    // No line may have more bytes than `longest`. Throws InputError, naming the file, if it cannot
    // be opened.
    TextLines(const std::filesystem::path& path, std::size_t longest);
    ~TextLines();
    TextLines(TextLines&&) noexcept;

    const std::string& place() const;

    // False at the end. Throws InputError, with the line, for what is no text, for a line that is
    // too long, and for a file that unpacks to far more than texts do.
    bool next(std::string& line);

    std::size_t longest() const;  // that a line may be, and a record of several lines
    std::size_t number() const;   // of the line that came last, from 1

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace dhgak
