// SPDX-License-Identifier: MIT
#include "report/markup.h"

#include "core/utf8.h"

namespace dhgak {

namespace {

// XML has no way to write these, not even as numbers; neither has it halves of UTF-8.
bool is_forbidden(std::string_view character) {
    const auto first = static_cast<unsigned char>(character[0]);
    return (first < 0x20 && first != '\t' && first != '\n' && first != '\r') ||
           character == "\xEF\xBF\xBE" || character == "\xEF\xBF\xBF";
}

}  // namespace

std::string escape_markup(std::string_view text) {
    constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
    std::string escaped;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = utf8_length(text, i);
        const std::string_view character = text.substr(i, length == 0 ? 1 : length);
        i += character.size();
        const char c = character[0];
        if (length == 0 || is_forbidden(character))
            escaped += kReplacement;
        else if (c == '&')
            escaped += "&amp;";
        else if (c == '<')
            escaped += "&lt;";
        else if (c == '>')
            escaped += "&gt;";
        else if (c == '"')
            escaped += "&quot;";
        else if (c == '\'')
            escaped += "&#39;";
        else
            escaped += character;
    }
    return escaped;
}

}  // namespace dhgak
