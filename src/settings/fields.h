// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "settings/settings.h"
#include "settings/texts.h"

namespace dhgak {

// The value of a field as settings have it.
template <typename Value>
SettingValue value_of(const Value& value) {
    if constexpr (std::is_same_v<Value, float>)
        return shortest(value);
    else if constexpr (std::is_same_v<Value, int>)
        return std::int64_t{value};
    else if constexpr (std::is_same_v<Value, std::filesystem::path>)
        return value.string();
    else if constexpr (std::is_same_v<Value, Spec>)
        return value.text();
    else if constexpr (std::is_same_v<Value, std::vector<Spec>>)
        return text_of(value);
    else if constexpr (std::is_same_v<Value, std::vector<int>>)
        return text_of_rounds(value);
    else
        return value;
}

template <typename Number>
Number number_of(std::string_view name, std::string_view text) {
    const char* const end = text.data() + text.size();
    Number value = {};
    const auto [rest, error] = std::from_chars(text.data(), end, value);
    if (error == std::errc::result_out_of_range ||
        (std::is_unsigned_v<Number> && text.starts_with('-')))
        throw ConfigError(fmt::format("{}: the number is too small or too large", name));
    if (error != std::errc{} || rest != end)
        throw ConfigError(fmt::format("{} is '{}'; it must be a {}number", name, text,
                                      std::is_integral_v<Number> ? "whole " : ""));
    return value;
}

// A field's value from a text. Throws ConfigError that names the setting.
template <typename Value>
Value read_value(const SettingInfo& info, const std::string& text) {
    [[maybe_unused]] const std::string_view name = info.name;
    if constexpr (std::is_same_v<Value, bool>) {
        if (text == "true" || text == "false") return text == "true";
        throw ConfigError(fmt::format("{} is '{}'; it must be true or false", name, text));
    } else if constexpr (std::is_arithmetic_v<Value>) {
        if (info.rules.form == SettingType::amount) return static_cast<Value>(parse_bytes(text));
        return number_of<Value>(name, text);
    } else if constexpr (std::is_same_v<Value, Spec>) {
        return Spec::parse(text);
    } else if constexpr (std::is_same_v<Value, std::vector<Spec>>) {
        return Spec::parse_list(text);
    } else if constexpr (std::is_same_v<Value, std::vector<int>>) {
        return parse_rounds(text);
    } else if constexpr (std::is_same_v<Value, std::vector<double>>) {
        Value values;
        for (const std::string_view part : parts_of(text, ','))
            values.push_back(number_of<double>(name, part));
        return values;
    } else {
        return text;
    }
}

// A field of RunOptions: `field([](auto& o) -> auto& { return o.seed; })`.
template <typename Locate>
constexpr SettingField field(Locate) {
    using Value = std::remove_cvref_t<decltype(Locate{}(std::declval<RunOptions&>()))>;
    return {
        [](const SettingInfo&, const RunOptions& options) { return value_of(Locate{}(options)); },
        [](const SettingInfo& info, RunOptions& options, const std::string& text) {
            Locate{}(options) = read_value<Value>(info, text);
        }};
}

// One whose values are named by SettingRules::values in their order.
template <typename Locate>
constexpr SettingField choice(Locate) {
    using Value = std::remove_cvref_t<decltype(Locate{}(std::declval<RunOptions&>()))>;
    return {[](const SettingInfo& info, const RunOptions& options) -> SettingValue {
                return values_of(info)[static_cast<std::size_t>(Locate{}(options))];
            },
            [](const SettingInfo& info, RunOptions& options, const std::string& text) {
                const std::vector<std::string> values = values_of(info);
                Locate{}(options) =
                    static_cast<Value>(std::ranges::find(values, text) - values.begin());
            }};
}

}  // namespace dhgak
