// SPDX-License-Identifier: MIT
#include "dhgak/core/spec.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dhgak/core/error.h"

namespace dhgak {
namespace {

constexpr std::string_view kForm = "expected name or name:option=value,option=value";

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (std::size_t begin = 0;;) {
        const std::size_t end = text.find(separator, begin);
        parts.push_back(text.substr(begin, end - begin));
        if (end == std::string_view::npos) return parts;
        begin = end + 1;
    }
}

bool is_name(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_';
    });
}

template <typename Number>
Number parse_number(const Spec& spec, std::string_view key, const std::string& text,
                    std::string_view kind) {
    Number value{};
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (status != std::errc() || end != text.data() + text.size() ||
        !std::isfinite(static_cast<double>(value)))
        throw ConfigError(fmt::format("{}: option {}={} is not {}", spec.name, key, text, kind));
    return value;
}

}  // namespace

std::vector<Spec> Spec::parse_list(std::string_view text) {
    std::vector<Spec> specs;
    for (std::string_view part : split(text, ',')) {
        const std::size_t equals = part.find('=');
        const std::size_t colon = part.substr(0, equals).find(':');
        if (equals == std::string_view::npos || colon != std::string_view::npos) {
            const std::string_view name = part.substr(0, colon);
            if (!is_name(name))
                throw ConfigError(
                    fmt::format("'{}' in '{}' is not a method; {}", part, text, kForm));
            specs.push_back({.name = std::string(name), .options = {}});
            if (colon == std::string_view::npos) continue;
            part = part.substr(colon + 1);
        }
        const std::size_t split_at = part.find('=');
        const std::string_view key = part.substr(0, split_at);
        if (specs.empty() || !is_name(key))
            throw ConfigError(fmt::format("'{}' in '{}' is not an option; {}", part, text, kForm));
        if (specs.back().has(key))
            throw ConfigError(fmt::format("'{}' gives option {} twice", text, key));
        const bool is_word = split_at == std::string_view::npos;
        specs.back().options.emplace_back(key, is_word ? "yes" : part.substr(split_at + 1));
    }
    return specs;
}

Spec Spec::parse(std::string_view text) {
    std::vector<Spec> specs = parse_list(text);
    if (specs.size() != 1)
        throw ConfigError(fmt::format("'{}' names {} methods; one is wanted", text, specs.size()));
    return std::move(specs.front());
}

std::string Spec::text() const {
    std::string result = name;
    for (std::size_t i = 0; i < options.size(); ++i)
        result += fmt::format("{}{}={}", i == 0 ? ':' : ',', options[i].first, options[i].second);
    return result;
}

Spec Spec::with_all_options() const {
    Spec complete = {.name = name};
    for (const auto& [key, value] : defaults) complete.set(key, get(key, ""));
    for (const auto& [key, value] : options) complete.set_default(key, value);
    return complete;
}

bool Spec::has(std::string_view key) const {
    return std::ranges::any_of(options, [&](const auto& option) { return option.first == key; });
}

std::string Spec::get(std::string_view key, std::string_view fallback) const {
    for (const auto* list : {&options, &defaults})
        for (const auto& [name_of_option, value] : *list)
            if (name_of_option == key) return value;
    return std::string(fallback);
}

double Spec::get_number(std::string_view key) const {
    return parse_number<double>(*this, key, get(key, ""), "a number");
}

std::size_t Spec::get_count(std::string_view key, std::size_t least, std::size_t most) const {
    parse_number<long long>(*this, key, get(key, ""), "a whole number");
    return get_count(key, least, least, most);
}

double Spec::get_number(std::string_view key, double fallback) const {
    const std::string text = get(key, "");
    return text.empty() && !has(key) ? fallback
                                     : parse_number<double>(*this, key, text, "a number");
}

long long Spec::get_integer(std::string_view key, long long fallback) const {
    const std::string text = get(key, "");
    return text.empty() && !has(key) ? fallback
                                     : parse_number<long long>(*this, key, text, "a whole number");
}

std::size_t Spec::get_count(std::string_view key, std::size_t fallback, std::size_t least,
                            std::size_t most) const {
    const long long value = get_integer(key, static_cast<long long>(fallback));
    if (value < static_cast<long long>(least) || value > static_cast<long long>(most))
        throw ConfigError(
            fmt::format("{}: option {}={} must be from {} to {}", name, key, value, least, most));
    return static_cast<std::size_t>(value);
}

std::string Spec::get_choice(std::string_view key, const std::vector<std::string>& choices) const {
    std::string value = get(key, choices.front());
    if (std::ranges::find(choices, value) == choices.end())
        throw ConfigError(fmt::format("{}: option {}={} is unknown; known: {}", name, key, value,
                                      fmt::join(choices, " ")));
    return value;
}

void Spec::set(std::string_view key, std::string_view value) {
    for (auto& [name_of_option, old_value] : options)
        if (name_of_option == key) {
            old_value = value;
            return;
        }
    options.emplace_back(key, value);
}

void Spec::set_default(std::string_view key, std::string_view value) {
    if (!has(key)) options.emplace_back(key, value);
}

}  // namespace dhgak
