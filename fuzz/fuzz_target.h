// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#include "dhgak/core/error.h"
#include "dhgak/core/parallel.h"

namespace dhgak::fuzz {

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

// An error with a message is the right answer to bad input; any other exception is a finding, as
// are crashes and whatever the sanitizers see.
template <typename Action>
int expect_answer(Action action) {
    try {
        action();
    } catch (const InputError&) {
    } catch (const ConfigError&) {
    }
    return 0;
}

// A property that does not hold is a finding.
inline void require(bool holds) {
    if (!holds) std::abort();
}

// A folder in memory that this process reuses for every input.
class Folder {
public:
    Folder() {
        set_num_threads(1);
        path_ = std::filesystem::path("/dev/shm") / ("dhgak_fuzz." + std::to_string(::getpid()));
        std::filesystem::create_directories(path_);
    }
    ~Folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    const std::filesystem::path& path() const { return path_; }

    std::filesystem::path write(const std::string& name, std::string_view text) const {
        std::filesystem::path file = path_ / name;
        const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        const ssize_t written = ::write(descriptor, text.data(), text.size());
        ::close(descriptor);
        require(written == static_cast<ssize_t>(text.size()));
        return file;
    }
    void remove(const std::string& name) const { ::unlink((path_ / name).c_str()); }

private:
    std::filesystem::path path_;
};

// Inputs that stand for several files have this byte between them.
constexpr char kNextFile = '\x1e';

inline std::vector<std::string_view> split_files(std::string_view text) {
    std::vector<std::string_view> parts;
    for (std::size_t end = 0; (end = text.find(kNextFile)) != std::string_view::npos;
         text.remove_prefix(end + 1))
        parts.push_back(text.substr(0, end));
    parts.push_back(text);
    return parts;
}

}  // namespace dhgak::fuzz
