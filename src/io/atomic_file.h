// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>

namespace dhgak {

// Writes a file that appears whole or not at all: `write` fills a temporary file beside it, which
// takes its place only when everything has reached the disk. If anything fails or throws, an
// existing file stays as it was and the temporary one is removed.
//
// The temporary file is new and has a name that nobody can guess. It gets the access rights of the
// file that it replaces, or else those of any new file. A link is kept, and what it points to
// replaced; other users' links in folders that everybody may write to are refused. Devices and
// pipes are written through. Throws Error naming the file and the reason.
void write_atomically(const std::filesystem::path& path,
                      const std::function<void(std::ostream&)>& write);

// Where an output with this name goes: what a link at its end points to, be it there or not. As in
// Linux with fs.protected_symlinks, links in a folder that everybody may write to are followed only
// if they are the user's or the folder's owner's. Throws InputError for others.
std::filesystem::path follow_output(const std::filesystem::path& path);

// Waits until a file's content has reached the disk, and the names in a folder: what was created or
// renamed there lasts even if the machine stops. Throw Error naming the path and the reason.
void sync_file(const std::filesystem::path& file);
void sync_folder(const std::filesystem::path& folder);

// Throws InputError if a file could not be written there: better before the work than after.
void require_writable(const std::filesystem::path& path);

}  // namespace dhgak
