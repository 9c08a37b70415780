// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace dhgak {

// A text file whole in memory: mapped from disk, or handed over as text.
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
    struct Unmap {
        std::size_t size;
        void operator()(void* address) const;
    };

    std::string place_;
    std::string owned_;
    std::unique_ptr<void, Unmap> mapping_;
};

}  // namespace dhgak
