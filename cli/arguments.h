// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace dhgak::cli {

// What can be wrong about the words of a command line as such; better refused now than after the
// work.

// JSON files hold the command line's names, and have to be UTF-8. Throws InputError.
void require_utf8_for_json(const std::vector<std::string>& arguments);

}  // namespace dhgak::cli
