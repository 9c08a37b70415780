// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

namespace dhgak::cli {

// The one of `known` that takes the fewest typing mistakes (a letter wrong, missing, too many, or
// two swapped) to become `word`; empty if none is near.
std::string nearest(std::string_view word, const std::vector<std::string>& known);

// What to tell a user whose command line does not parse, beyond what is wrong: the nearest command
// or option, or the command that takes lists. Empty if there is nothing to add.
std::string hint_for(const CLI::App& program, const std::vector<std::string>& arguments,
                     const CLI::ParseError& error);

}  // namespace dhgak::cli
