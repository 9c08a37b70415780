// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace dhgak {

// A file of JSON lines to which each result is appended at once, so that killed work can go on.
//
// The first line is a header that says what the results belong to. A last line that was torn by a
// kill or a full disk is cut off when the file is opened again. A new file that no result came to
// goes away with the journal.
class Journal {
public:
    // Opens or creates the file for this header, a JSON object. Throws InputError, with the reason,
    // if it belongs to something else, is not a journal, or another process is writing it.
    Journal(std::filesystem::path path, const std::string& header);
    ~Journal();
    Journal(const Journal&) = delete;
    Journal& operator=(const Journal&) = delete;

    // The lines after the header that were there when the file was opened.
    const std::vector<std::string>& lines() const { return lines_; }

    // `file:line` of one of them, for error messages.
    std::string place_of(std::size_t line) const;

    // Appends one line and waits until it has reached the disk. Throws Error if that fails, and
    // leaves the file as it was before.
    void append(const std::string& line);

private:
    void open();
    bool has_name();
    void open_and_lock();
    void read(const std::string& header);

    std::filesystem::path path_;
    int descriptor_ = -1;
    std::size_t size_ = 0;  // of the whole lines, in bytes
    bool is_bare_ = false;  // made by this journal, and nothing in it but the header
    std::vector<std::string> lines_;
};

}  // namespace dhgak
