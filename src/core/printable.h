// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace dhgak {

// Text for a terminal. Names come from files that others wrote, and a terminal obeys what it is
// sent: control characters, those of a line's end among them, and bytes that are not UTF-8 are
// shown as \xNN. All other characters stay.
std::string printable(std::string_view text);

// Several lines for a terminal: what ends a line is kept.
std::string printable_lines(std::string_view text);

}  // namespace dhgak
