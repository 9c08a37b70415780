// SPDX-License-Identifier: MIT
#include "io/atomic_file.h"

#include <cerrno>
#include <cstring>
#include <ostream>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "dhgak/core/error.h"
#include "dhgak/core/interrupt.h"
#include "io/descriptor.h"
#include "io/descriptor_stream.h"
#include "io/output_path.h"

namespace dhgak {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& path) {
    throw Error(fmt::format("cannot write {}: {}", path.string(),
                            errno ? std::strerror(errno) : "unknown reason"));
}

void sync(const Descriptor& file, const fs::path& shown) {
    if (::fsync(file.number()) != 0 && errno != EINVAL)  // EINVAL: a file system that has no sync
        fail(shown);
}

void sync(const fs::path& path, const fs::path& shown) {
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file.is_open()) fail(shown);
    sync(file, shown);
}

void fill(const Descriptor& file, const fs::path& shown,
          const std::function<void(std::ostream&)>& write) {
    DescriptorBuffer buffer(file.number());
    std::ostream stream(&buffer);
    write(stream);
    stream.flush();
    errno = buffer.reason();
    if (!stream || errno != 0) fail(shown);
}

void close(Descriptor& file, const fs::path& shown) {
    if (!file.reset()) fail(shown);
}

// A pipe waits for its reader, and an interrupt must not wait with it.
Descriptor open_special(const fs::path& path) {
    constexpr int kMilliseconds = 50;
    constexpr int kHow = O_WRONLY | O_TRUNC | O_NOCTTY | O_CLOEXEC;
    Descriptor file(::open(path.c_str(), kHow | O_NONBLOCK));
    while (!file.is_open() && errno == ENXIO && fs::is_fifo(path)) {
        throw_if_interrupted();
        ::poll(nullptr, 0, kMilliseconds);
        file = Descriptor(::open(path.c_str(), kHow | O_NONBLOCK));
    }
    if (!file.is_open()) fail(path);
    const int flags = ::fcntl(file.number(), F_GETFL);
    if (flags < 0 || ::fcntl(file.number(), F_SETFL, flags & ~O_NONBLOCK) != 0) fail(path);
    return file;
}

// A file that is to take the place of another, or of none. Removed unless it does.
class Successor {
public:
    Successor(const fs::path& target, const fs::path& shown) : target_(target), shown_(shown) {
        struct stat old = {};
        const bool replaces = ::stat(target.c_str(), &old) == 0;
        make(replaces ? 0600 : 0666);
        if (replaces) keep_access(old);
    }
    ~Successor() {
        if (!path_.empty()) ::unlink(path_.c_str());
    }
    Successor(const Successor&) = delete;
    Successor& operator=(const Successor&) = delete;

    const Descriptor& file() const { return file_; }

    void take_place() {
        sync(file_, shown_);
        close(file_, shown_);
        if (::rename(path_.c_str(), target_.c_str()) != 0) fail(shown_);
        path_.clear();
        sync(folder_of(target_), shown_);
    }

private:
    // A name that is taken belongs to somebody else: nothing that exists is opened, no link
    // followed.
    void make(mode_t mode) {
        constexpr int kMostTries = 100;
        for (int tries = 0; tries < kMostTries && !file_.is_open(); ++tries) {
            fs::path path = temporary_beside(target_);
            file_ = Descriptor(
                ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
            if (file_.is_open())
                path_ = std::move(path);
            else if (errno != EEXIST)
                break;
        }
        if (!file_.is_open()) fail(shown_);
    }

    // Who could not read the old file cannot read the new one. A group that cannot be kept would
    // give its rights to another, and another user's file may let anybody write.
    void keep_access(const struct stat& old) {
        mode_t mode = old.st_mode & 0777;
        struct stat own = {};
        if (::fstat(file_.number(), &own) != 0) fail(shown_);
        if (own.st_uid != old.st_uid) mode &= ~mode_t{022};
        if (own.st_gid != old.st_gid && ::fchown(file_.number(), uid_t(-1), old.st_gid) != 0)
            mode &= ~mode_t{070};
        if (::fchmod(file_.number(), mode) != 0) fail(shown_);
    }

    fs::path target_, shown_;
    fs::path path_;  // empty: there is none
    Descriptor file_;
};

}  // namespace

void write_atomically(const fs::path& path, const std::function<void(std::ostream&)>& write) {
    std::error_code ignored;
    const fs::file_status status = fs::status(path, ignored);
    if (fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status)) {
        Descriptor file = open_special(path);  // a pipe or a device has no "whole"
        fill(file, path, write);
        return close(file, path);
    }
    Successor successor(follow_output(path), path);
    fill(successor.file(), path, write);
    successor.take_place();
}

void sync_file(const fs::path& file) { sync(file, file); }
void sync_folder(const fs::path& folder) { sync(folder, folder); }

void require_writable(const fs::path& path) {
    if (path.empty()) throw InputError("the name of the file to write is empty");
    std::error_code ignored;
    if (fs::is_directory(path, ignored))
        throw InputError(fmt::format("{}: is a folder; name a file", path.string()));
    const fs::path target = follow_output(path);
    const fs::path folder = folder_of(target);
    if (!fs::is_directory(folder, ignored))
        throw InputError(fmt::format("{}: the folder {} does not exist; create it first",
                                     path.string(), folder.string()));
    if (::access(fs::exists(target, ignored) ? target.c_str() : folder.c_str(), W_OK) != 0)
        throw InputError(fmt::format("{}: {}", path.string(), std::strerror(errno)));
}

}  // namespace dhgak
