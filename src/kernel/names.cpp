// SPDX-License-Identifier: MIT
#include "dhgak/kernel/names.h"

#include <charconv>

#include <fmt/format.h>

namespace dhgak {

std::string name_of(ShortHops value) { return value == ShortHops::repeat ? "repeat" : "empty"; }

std::string name_of(FirstSlice value) { return value == FirstSlice::slice ? "slice" : "label"; }

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
