// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>

namespace dhgak::cli {

// Every option whose value is a path says so here, and --help shows it: PATH is read, OUTPUT is a
// file to write, FOLDER a folder to write into. tests/cli/paths_test.cpp finds options of neither
// kind.
CLI::Option* reads(CLI::Option* option);
CLI::Option* writes(CLI::Option* option);
CLI::Option* writes_into(CLI::Option* option);

// One file for two results, or over what is read, would lose one of them. Looks at all options that
// were given, after they were parsed, by device and inode: other spellings and links are the same
// file. Throws ConfigError.
void require_own_outputs(const CLI::App& program);

}  // namespace dhgak::cli
