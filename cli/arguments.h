// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace dhgak::cli {

// What can be wrong about the words of a command line as such; better refused now than after the
// work.

// JSON files hold the command line's names, and have to be UTF-8. Throws InputError.
void require_utf8_for_json(const std::vector<std::string>& arguments);

// One file for two results, or over what is read, would lose one of them. Throws ConfigError.
void require_own_outputs(const std::vector<std::string>& arguments);

}  // namespace dhgak::cli
