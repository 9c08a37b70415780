// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string_view>

#include "graph/molecules/records.h"

namespace dhgak {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::string class_of_cell(std::string_view cell) {
    // What pandas reads as missing.
    for (const std::string_view nothing : {"NA", "N/A", "n/a", "#N/A", "#NA", "<NA>", "NaN", "nan",
                                           "-NaN", "-nan", "NULL", "null", "None"})
        if (cell == nothing) return {};
    if (cell.size() > 1 && cell[0] == '+' && is_digit(cell[1])) cell.remove_prefix(1);
    const std::size_t point = cell.find('.');
    if (point == std::string_view::npos || point == 0) return std::string(cell);
    const std::string_view whole = cell.substr(0, point), rest = cell.substr(point + 1);
    const std::string_view digits = whole.substr(whole.starts_with('-') ? 1 : 0);
    const bool is_whole = !digits.empty() && std::ranges::all_of(digits, is_digit) &&
                          std::ranges::all_of(rest, [](char c) { return c == '0'; });
    return std::string(is_whole ? whole : cell);
}

}  // namespace dhgak
