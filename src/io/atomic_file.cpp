// SPDX-License-Identifier: MIT
#include "dhgak/io/atomic_file.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "dhgak/core/error.h"

namespace dhgak {
namespace {

namespace fs = std::filesystem;

fs::path folder_of(const fs::path& path) {
    return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

[[noreturn]] void fail(const fs::path& path) {
    throw Error(fmt::format("cannot write {}: {}", path.string(),
                            errno ? std::strerror(errno) : "unknown reason"));
}

void fill(const fs::path& file, const fs::path& shown,
          const std::function<void(std::ostream&)>& write) {
    errno = 0;
    std::ofstream stream(file, std::ios::binary | std::ios::trunc);
    if (!stream) fail(shown);
    write(stream);
    stream.flush();
    if (!stream) fail(shown);
    stream.close();
    if (!stream) fail(shown);
}

void sync(const fs::path& path, const fs::path& shown) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) fail(shown);
    const int reason = ::fsync(descriptor) == 0 ? 0 : errno;
    ::close(descriptor);
    errno = reason;
    if (reason != 0 && reason != EINVAL) fail(shown);  // EINVAL: a file system that has no sync
}

}  // namespace

void write_atomically(const fs::path& path, const std::function<void(std::ostream&)>& write) {
    std::error_code ignored;
    const fs::file_status status = fs::status(path, ignored);
    if (fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status))
        return fill(path, path, write);  // a pipe or a device has no "whole"

    const fs::path target = fs::is_symlink(path, ignored) ? fs::weakly_canonical(path) : path;
    const fs::path temporary =
        folder_of(target) / fmt::format(".{}.{}.part", target.filename().string(), ::getpid());
    try {
        fill(temporary, path, write);
        sync(temporary, path);
        fs::rename(temporary, target);
        sync(folder_of(target), path);
    } catch (const fs::filesystem_error& error) {
        fs::remove(temporary, ignored);
        throw Error(fmt::format("cannot write {}: {}", path.string(), error.code().message()));
    } catch (...) {
        fs::remove(temporary, ignored);
        throw;
    }
}

void sync_file(const fs::path& file) { sync(file, file); }
void sync_folder(const fs::path& folder) { sync(folder, folder); }

void require_writable(const fs::path& path) {
    if (path.empty()) throw InputError("the name of the file to write is empty");
    std::error_code ignored;
    if (fs::is_directory(path, ignored))
        throw InputError(fmt::format("{}: is a folder; name a file", path.string()));
    const fs::path folder = folder_of(path);
    if (!fs::is_directory(folder, ignored))
        throw InputError(fmt::format("{}: the folder {} does not exist; create it first",
                                     path.string(), folder.string()));
    if (::access(fs::exists(path, ignored) ? path.c_str() : folder.c_str(), W_OK) != 0)
        throw InputError(fmt::format("{}: {}", path.string(), std::strerror(errno)));
}

}  // namespace dhgak
