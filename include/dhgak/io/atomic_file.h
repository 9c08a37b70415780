// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>

namespace dhgak {

// Writes a file that appears whole or not at all: `write` fills a temporary file beside it, which
// takes its place only when everything has reached the disk. If anything fails or throws, an
// existing file stays as it was and the temporary one is removed. Links, devices and pipes are
// written through. Throws Error naming the file and the reason.
void write_atomically(const std::filesystem::path& path,
                      const std::function<void(std::ostream&)>& write);

// Waits until a file's content has reached the disk, and the names in a folder: what was created or
// renamed there lasts even if the machine stops. Throw Error naming the path and the reason.
void sync_file(const std::filesystem::path& file);
void sync_folder(const std::filesystem::path& folder);

// Throws InputError if a file could not be written there: better before the work than after.
void require_writable(const std::filesystem::path& path);

}  // namespace dhgak
