// SPDX-License-Identifier: MIT
#include "io/output_path.h"

#include <cerrno>
#include <cstdint>
#include <cstring>

#include <fmt/format.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "dhgak/core/error.h"
#include "io/atomic_file.h"

namespace dhgak {
namespace {

namespace fs = std::filesystem;

constexpr int kMostLinks = 40;  // as many as Linux follows

// False if it is no link.
bool is_link(const fs::path& path, struct stat& status) {
    return ::lstat(path.c_str(), &status) == 0 && S_ISLNK(status.st_mode);
}

void require_trusted(const fs::path& link, const struct stat& status) {
    struct stat folder = {};
    if (::stat(folder_of(link).c_str(), &folder) != 0 || (folder.st_mode & S_IWOTH) == 0 ||
        status.st_uid == ::geteuid() || status.st_uid == folder.st_uid)
        return;
    throw InputError(fmt::format(
        "{}: is a link that another user made in a folder which everybody may write to; name "
        "another file",
        link.string()));
}

std::uint64_t unguessable() {
    std::uint64_t number = 0;
    ssize_t got = 0;
    do got = ::getrandom(&number, sizeof number, 0);
    while (got < 0 && errno == EINTR);
    if (got != static_cast<ssize_t>(sizeof number))
        throw Error(fmt::format("no random numbers: {}", std::strerror(errno)));
    return number;
}

}  // namespace

fs::path folder_of(const fs::path& path) {
    return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

fs::path follow_output(const fs::path& path) {
    fs::path target = path;
    struct stat status = {};
    for (int links = 0; is_link(target, status); ++links) {
        std::error_code error;
        const fs::path next = fs::read_symlink(target, error);
        if (error || links == kMostLinks)
            throw InputError(
                fmt::format("{}: its links lead nowhere; name another file", path.string()));
        require_trusted(target, status);
        target = folder_of(target) / next;  // an absolute one replaces the folder
    }
    return target;
}

fs::path temporary_beside(const fs::path& target) {
    constexpr std::size_t kMostOfName = 200;  // of the 255 bytes that a name may have
    const std::string name = target.filename().string().substr(0, kMostOfName);
    return folder_of(target) / fmt::format(".{}.{:016x}.part", name, unguessable());
}

}  // namespace dhgak
