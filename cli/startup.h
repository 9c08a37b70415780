// SPDX-License-Identifier: MIT
#pragma once

namespace dhgak::cli {

// Where a program starts with one of its standard streams closed, the next file that it opens would
// take the number, and what is printed would be written into that file. Puts something there that
// holds the number: nothing to read, nowhere to write results to, which stays an error, and a place
// where messages vanish.
void occupy_standard_streams() noexcept;

// Main and all threads have this much; with less, they end in a segmentation fault. Throws
// ConfigError.
void require_stack();

}  // namespace dhgak::cli
