// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>

#include "io/descriptor.h"

namespace dhgak {

// Opens a plain file; links to one may be followed. What waits for others, never ends or changes
// what it is attached to by being opened is not opened: pipes, devices, sockets. Throws InputError
// that says what it is.
Descriptor open_plain_file(const std::filesystem::path& path);

// The same, and pipes and terminals, which are waited for: `<(command)` of a shell is one.
Descriptor open_file_or_pipe(const std::filesystem::path& path);

// As many bytes as come next, up to `size`; 0 only at the end. A safe point: Ctrl-C is heard while
// a pipe has nothing. Throws InputError, naming the file, if it cannot be read.
std::size_t read_some(const Descriptor& file, const std::filesystem::path& path, char* bytes,
                      std::size_t size);

// Throws the same InputError as open_plain_file, without opening: for libraries that open by name.
void require_plain_file(const std::filesystem::path& path);

}  // namespace dhgak
