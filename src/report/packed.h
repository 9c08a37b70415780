// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dhgak {

// Whole numbers as short text that JSON and HTML need not escape, for the script of the page to
// unpack (page/base.js): first how many letters a number takes, `1` to `6`, then the numbers, each
// in base 90, the highest place first. The largest number decides how many.
std::string pack(std::span<const std::uint32_t> numbers);
std::vector<std::uint32_t> unpack(std::string_view text);

}  // namespace dhgak
