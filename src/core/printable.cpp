// SPDX-License-Identifier: MIT
#include "core/printable.h"

#include <cstddef>

#include "core/utf8.h"

namespace dhgak {
namespace {

// ASCII's below the blank and the last, and the 32 from U+0080 on, which start commands as well.
bool is_control(std::string_view character) {
    const auto first = static_cast<unsigned char>(character[0]);
    if (character.size() == 1) return first < 0x20 || first == 0x7f;
    return first == 0xc2 && static_cast<unsigned char>(character[1]) < 0xa0;
}

void append_as_number(std::string& shown, char byte) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    const auto value = static_cast<unsigned char>(byte);
    shown += "\\x";
    shown += kDigits[value / 16];
    shown += kDigits[value % 16];
}

std::string shown_of(std::string_view text, bool keeps_lines) {
    std::string shown;
    shown.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = utf8_length(text, i);
        const std::string_view character = text.substr(i, length == 0 ? 1 : length);
        const bool is_shown =
            length > 0 && (!is_control(character) || (keeps_lines && character == "\n"));
        if (is_shown)
            shown += character;
        else
            for (const char byte : character) append_as_number(shown, byte);
        i += character.size();
    }
    return shown;
}

}  // namespace

std::string printable(std::string_view text) { return shown_of(text, false); }
std::string printable_lines(std::string_view text) { return shown_of(text, true); }

}  // namespace dhgak
