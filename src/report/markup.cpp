// SPDX-License-Identifier: MIT
#include "report/markup.h"

namespace dhgak {

std::string escape_markup(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        if (c == '&')
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
            escaped += c;
    }
    return escaped;
}

}  // namespace dhgak
