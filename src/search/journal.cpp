// SPDX-License-Identifier: MIT
#include "search/journal.h"

#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include "dhgak/core/error.h"
#include "io/atomic_file.h"
#include "io/json_text.h"

namespace dhgak {
namespace {

using Json = nlohmann::ordered_json;

std::string read_all(int descriptor, const std::filesystem::path& path) {
    std::string text;
    std::vector<char> buffer(std::size_t{1} << 16);
    for (;;) {
        const ssize_t got = ::read(descriptor, buffer.data(), buffer.size());
        if (got == 0) return text;
        if (got > 0)
            text.append(buffer.data(), static_cast<std::size_t>(got));
        else if (errno != EINTR)
            throw InputError(fmt::format("{}: {}", path.string(), std::strerror(errno)));
    }
}

// Null if it is no JSON.
Json parse_header(const std::string& line) {
    try {
        return parse_ordered_json(line, "header");
    } catch (const InputError&) {
        return {};
    }
}

// Why results under one header cannot go on under the other; empty if they can.
std::string find_difference(const Json& theirs, const Json& ours) {
    for (const auto& [key, value] : ours.items()) {
        const Json other = theirs.value(key, Json());
        if (other != value)
            return fmt::format("its {} is {}, this run's is {}", key, other.dump(), value.dump());
    }
    return {};
}

}  // namespace

Journal::Journal(std::filesystem::path path, const std::string& header) : path_(std::move(path)) {
    require_writable(path_);
    open();
    try {
        read(header);
    } catch (...) {
        ::close(descriptor_);
        throw;
    }
}

Journal::~Journal() {
    if (is_bare_) ::unlink(path_.c_str());
    ::close(descriptor_);
}

// Another process may remove its bare journal between our opening and locking it: what is locked
// then has no name any more, and the file is opened anew.
void Journal::open() {
    do open_and_lock();
    while (!has_name());
}

bool Journal::has_name() {
    struct stat locked = {}, named = {};
    const bool is_same = ::fstat(descriptor_, &locked) == 0 && ::stat(path_.c_str(), &named) == 0 &&
                         locked.st_ino == named.st_ino && locked.st_dev == named.st_dev;
    if (!is_same) ::close(descriptor_);
    return is_same;
}

void Journal::open_and_lock() {
    descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (descriptor_ < 0)
        throw InputError(fmt::format("{}: {}", path_.string(), std::strerror(errno)));
    struct stat status = {};
    if (::fstat(descriptor_, &status) == 0 && !S_ISREG(status.st_mode)) {
        ::close(descriptor_);
        throw InputError(
            fmt::format("{}: not a plain file, which a journal has to be", path_.string()));
    }
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
        const int reason = errno;
        ::close(descriptor_);
        if (reason == EWOULDBLOCK)
            throw InputError(fmt::format(
                "{}: another process is writing it; wait for that or name another journal",
                path_.string()));
        throw InputError(fmt::format("{}: {}", path_.string(), std::strerror(reason)));
    }
}

void Journal::read(const std::string& header) {
    const std::string text = read_all(descriptor_, path_);
    std::vector<std::string> lines;
    for (std::size_t end = 0; (end = text.find('\n', size_)) != std::string::npos; size_ = end + 1)
        lines.push_back(text.substr(size_, end - size_));

    if (lines.empty() && header.starts_with(text)) {
        // New, or killed while the header was written.
        if (::ftruncate(descriptor_, 0) != 0)
            throw Error(fmt::format("cannot write {}: {}", path_.string(), std::strerror(errno)));
        append(header);
        is_bare_ = true;
        return sync_folder(path_.has_parent_path() ? path_.parent_path() : ".");
    }
    const Json ours = Json::parse(header);
    const Json theirs = lines.empty() ? Json() : parse_header(lines.front());
    if (!theirs.is_object() || !theirs.contains("journal"))
        throw InputError(fmt::format("{}:1: not a journal; name a new file", path_.string()));
    if (const std::string reason = find_difference(theirs, ours); !reason.empty())
        throw InputError(
            fmt::format("{}: {}; name another journal or remove this one", path_.string(), reason));
    if (text.size() > size_ && ::ftruncate(descriptor_, static_cast<off_t>(size_)) != 0)
        throw Error(fmt::format("cannot write {}: {}", path_.string(), std::strerror(errno)));
    lines_.assign(lines.begin() + 1, lines.end());
}

std::string Journal::place_of(std::size_t line) const {
    return fmt::format("{}:{}", path_.string(), line + 2);
}

void Journal::append(const std::string& line) {
    const std::string text = line + '\n';
    std::size_t written = 0;
    int reason = 0;
    while (written < text.size() && reason == 0) {
        const ssize_t wrote = ::write(descriptor_, text.data() + written, text.size() - written);
        if (wrote >= 0)
            written += static_cast<std::size_t>(wrote);
        else if (errno != EINTR)
            reason = errno;
    }
    if (reason == 0 && ::fdatasync(descriptor_) != 0 && errno != EINVAL) reason = errno;
    if (reason != 0) {
        // The whole lines stay usable; should even this fail, opening cuts the torn one off.
        if (::ftruncate(descriptor_, static_cast<off_t>(size_)) != 0) errno = 0;
        throw Error(fmt::format("cannot append to {}: {}; what it has is kept, run again to go on",
                                path_.string(), std::strerror(reason)));
    }
    size_ += text.size();
    is_bare_ = false;
}

}  // namespace dhgak
