// SPDX-License-Identifier: MIT
#include "io/open_input.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>

#include "dhgak/core/error.h"
#include "dhgak/core/interrupt.h"

namespace dhgak {
namespace {

// Opening a pipe waits for its other end unless told not to.
constexpr int kHow = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;

[[noreturn]] void fail_input(const std::filesystem::path& path, const char* action) {
    throw InputError(
        fmt::format("{}: cannot be {}: {}", path.string(), action, std::strerror(errno)));
}

const char* kind_of(mode_t mode) {
    if (S_ISDIR(mode)) return "a folder";
    if (S_ISFIFO(mode)) return "a pipe";
    if (S_ISSOCK(mode)) return "a socket";
    return "a device";
}

void require_kind(const std::filesystem::path& path, const struct stat& status, bool is_pipe_good) {
    if (S_ISREG(status.st_mode) || (is_pipe_good && S_ISFIFO(status.st_mode))) return;
    throw InputError(
        fmt::format("{}: is {}, expected a file", path.string(), kind_of(status.st_mode)));
}

// Before it is opened, which may do something to a device, and after, since names change.
Descriptor open_input(const std::filesystem::path& path, bool is_pipe_good) {
    struct stat status = {};
    if (::stat(path.c_str(), &status) != 0) fail_input(path, "opened");
    const bool is_terminal = is_pipe_good && S_ISCHR(status.st_mode);
    if (!is_terminal) require_kind(path, status, is_pipe_good);
    Descriptor file(::open(path.c_str(), kHow));
    if (!file.is_open()) fail_input(path, "opened");
    if (::fstat(file.number(), &status) != 0) fail_input(path, "read");
    if (!is_terminal || ::isatty(file.number()) != 1) require_kind(path, status, is_pipe_good);
    return file;
}

// A pipe that nobody has opened for writing yet has no end either.
void wait_for_bytes(const Descriptor& file) {
    constexpr int kMilliseconds = 50;
    struct pollfd waiting = {.fd = file.number(), .events = POLLIN, .revents = 0};
    int found = 0;
    do {
        throw_if_interrupted();
        found = ::poll(&waiting, 1, kMilliseconds);
    } while (found == 0 || (found < 0 && errno == EINTR));
}

}  // namespace

Descriptor open_plain_file(const std::filesystem::path& path) { return open_input(path, false); }
Descriptor open_file_or_pipe(const std::filesystem::path& path) { return open_input(path, true); }

void require_plain_file(const std::filesystem::path& path) {
    struct stat status = {};
    if (::stat(path.c_str(), &status) != 0) fail_input(path, "opened");
    require_kind(path, status, false);
}

std::size_t read_some(const Descriptor& file, const std::filesystem::path& path, char* bytes,
                      std::size_t size) {
    constexpr std::size_t kMost = std::size_t{16} << 20;  // at a time, so that Ctrl-C is heard
    while (true) {
        wait_for_bytes(file);
        const ssize_t count = ::read(file.number(), bytes, std::min(size, kMost));
        if (count >= 0) return static_cast<std::size_t>(count);
        if (errno != EINTR && errno != EAGAIN) fail_input(path, "read");
    }
}

}  // namespace dhgak
