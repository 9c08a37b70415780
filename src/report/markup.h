// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace dhgak {

// For text between tags and in quoted attributes, of HTML and SVG. What XML forbids, as control
// characters and bytes that are not UTF-8, becomes the replacement character.
std::string escape_markup(std::string_view text);

}  // namespace dhgak
