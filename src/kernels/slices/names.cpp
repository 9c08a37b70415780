// SPDX-License-Identifier: MIT
#include "kernels/slices/names.h"

#include <charconv>

#include <fmt/format.h>

#include "dhgak/core/error.h"

namespace dhgak {
namespace {

template <typename Value>
Value parse(std::string_view option, const std::string& text, Value first, Value second,
            const auto& name) {
    if (text == name(first)) return first;
    if (text == name(second)) return second;
    throw ConfigError(
        fmt::format("unknown {} '{}'; known: {} {}", option, text, name(first), name(second)));
}

}  // namespace

std::string name_of(ShortHops value) { return value == ShortHops::repeat ? "repeat" : "empty"; }

std::string name_of(FirstSlice value) { return value == FirstSlice::slice ? "slice" : "label"; }

std::string name_of_edges(bool are_used) { return are_used ? "use" : "off"; }

ShortHops parse_short_hops(const std::string& text) {
    return parse("short_hops", text, ShortHops::repeat, ShortHops::empty,
                 [](ShortHops value) { return name_of(value); });
}

FirstSlice parse_first_slice(const std::string& text) {
    return parse("hop0", text, FirstSlice::slice, FirstSlice::label,
                 [](FirstSlice value) { return name_of(value); });
}

bool parse_edges(const std::string& text) {
    return parse("edges", text, false, true, [](bool are_used) { return name_of_edges(are_used); });
}

std::string text_of(const std::vector<Spec>& specs) {
    std::string text;
    for (const Spec& spec : specs)
        text += fmt::format("{}{}", text.empty() ? "" : ",", spec.text());
    return text;
}

double shortest(float value) {
    const std::string digits = fmt::format("{}", value);
    double result = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), result);
    return result;
}

}  // namespace dhgak
