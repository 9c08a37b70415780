// SPDX-License-Identifier: MIT
#include "startup.h"

#include <cerrno>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include "dhgak/core/error.h"

namespace dhgak::cli {

// open() takes the lowest number that is free, so the streams are gone through in their order.
void occupy_standard_streams() noexcept {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (::fcntl(stream, F_GETFD) < 0 && errno == EBADF)
            static_cast<void>(::open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY));
}

void require_stack() {
    constexpr rlim_t kLeast = 512;  // KiB; 128 are too few for w2v
    struct rlimit limit = {};
    if (::getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return;
    if (limit.rlim_cur / 1024 < kLeast)
        throw ConfigError(fmt::format(
            "the stack is limited to {} KiB, which is less than {}; ulimit -s 8192 allows more",
            limit.rlim_cur / 1024, kLeast));
}

}  // namespace dhgak::cli
