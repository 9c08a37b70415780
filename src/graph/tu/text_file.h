// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace dhgak {

// A text file whole in memory: read from disk, or handed over as text.
class TextFile {
public:
    // Throws InputError, naming the file, if it cannot be read.
    explicit TextFile(const std::filesystem::path& path);

    // `place` is how messages name the text.
    TextFile(std::string place, std::string text);

    const std::string& place() const { return place_; }

    // Without a byte order mark and without blanks and line ends at its end.
    std::string_view text() const;

private:
    std::string place_;
    std::string text_;
};

}  // namespace dhgak
