// SPDX-License-Identifier: MIT
#include "arguments.h"

#include <algorithm>

#include "core/utf8.h"
#include "dhgak/core/error.h"

namespace dhgak::cli {
void require_utf8_for_json(const std::vector<std::string>& arguments) {
    const auto writes_json = [](const std::string& argument) {
        return argument.starts_with("--json") || argument.starts_with("--journal") ||
               argument == "fit" || argument == "explain" || argument == "report";
    };
    if (std::ranges::none_of(arguments, writes_json)) return;
    for (const std::string& argument : arguments)
        if (!is_utf8(argument))
            throw InputError(argument +
                             ": is not UTF-8, and JSON files hold nothing else; rename it");
}

}  // namespace dhgak::cli
