// SPDX-License-Identifier: MIT
#include "settings.h"

#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dhgak/core/error.h"
#include "file_options.h"

namespace dhgak::cli {
namespace {

// As CLI11 names the types that it knows.
const char* type_name(SettingType type) {
    switch (type) {
        case SettingType::integer:
            return "INT";
        case SettingType::count:
            return "UINT";
        case SettingType::number:
        case SettingType::numbers:
            return "FLOAT";
        default:
            return "TEXT";
    }
}

CLI::Option* add_flag(CLI::App& command, GivenSettings& given, const SettingInfo& info,
                      const std::string& meaning) {
    const std::string flag = "--" + flag_of(info);
    const auto take = [&given, name = std::string(info.name)](const std::string& text) {
        given[name] = text;
    };
    if (type_of(info) == SettingType::flag)
        return command.add_flag_callback(
            flag, [take] { take("true"); }, meaning);
    const std::string usual = setting_of(info, {}).text();
    if (type_of(info) == SettingType::numbers)
        return command
            .add_option_function<std::vector<std::string>>(
                flag,
                [take](const std::vector<std::string>& texts) {
                    take(fmt::format("{}", fmt::join(texts, ",")));
                },
                meaning)
            ->delimiter(',')
            ->default_str("[" + usual + "]");
    CLI::Option* option = command.add_option_function<std::string>(flag, take, meaning);
    return type_of(info) == SettingType::amount ? option : option->default_str(usual);
}

}  // namespace

void apply(const GivenSettings& given, RunOptions& options) {
    for (const SettingInfo& info : settings())
        if (const auto found = given.find(info.name); found != given.end())
            set_setting(options, info.name, found->second);
}

CLI::Option* add_setting(CLI::App& command, GivenSettings& given, const SettingInfo& info,
                         const std::string& meaning) {
    CLI::Option* option =
        add_flag(command, given, info, meaning.empty() ? std::string(info.meaning) : meaning);
    if (type_of(info) != SettingType::flag) option->type_name(type_name(type_of(info)));
    if (!info.rules.values.empty()) option->check(CLI::IsMember(values_of(info)));
    if (info.rules.is_file) reads(option);
    if (!info.group.empty()) option->group(std::string(info.group));
    return option;
}

void add_settings(CLI::App& command, GivenSettings& given, std::string_view stage,
                  bool (*takes)(const SettingInfo&)) {
    for (const SettingInfo& info : settings())
        if ((info.rules.stage.empty() ? info.group : info.rules.stage) == stage &&
            (!takes || takes(info)))
            add_setting(command, given, info);
}

}  // namespace dhgak::cli
