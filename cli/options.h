// SPDX-License-Identifier: MIT
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

#include "data_options.h"
#include "dhgak/run/report.h"

namespace dhgak::cli {

// The options of a command line as they were typed; `parse` makes the library's of them.
struct RunFlags : DataFlags {
    std::string json;

    // Throws ConfigError for a method that does not parse, and for options that exclude each other.
    RunOptions parse() const;
};

// The settings of the stages that a command runs, in the order of its --help.
void add_run_options(CLI::App& command, RunFlags& flags,
                     std::initializer_list<std::string_view> stages,
                     bool (*takes)(const SettingInfo&) = nullptr);
void add_json_option(CLI::App& command, RunFlags& flags);

// Writes the report to --json, if that was given.
void write_json(const RunFlags& flags, const Report& report);

// Writes lines for people to standard output, control characters inside them as \xNN; a full disk
// or a closed pipe is an error, not a shrug.
void print(const std::string& text);

// The same of CSV or JSON for other programs, which get every byte; a terminal does not.
void print_data(const std::string& text);

}  // namespace dhgak::cli
