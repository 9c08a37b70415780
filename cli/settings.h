// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

#include "settings/settings.h"

namespace dhgak::cli {

// What a command line says of settings, by their names.
using GivenSettings = std::map<std::string, std::string, std::less<>>;

// Sets what is given. Throws ConfigError for a value that a setting does not accept.
void apply(const GivenSettings& given, RunOptions& options);

// The flag of a setting. `meaning` stands for what the setting says of itself.
CLI::Option* add_setting(CLI::App& command, GivenSettings& given, const SettingInfo& info,
                         const std::string& meaning = {});

// Those of a stage that the command takes: all of them, or those that `takes` holds for.
void add_settings(CLI::App& command, GivenSettings& given, std::string_view stage,
                  bool (*takes)(const SettingInfo&) = nullptr);

}  // namespace dhgak::cli
