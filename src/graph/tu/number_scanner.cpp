// SPDX-License-Identifier: MIT
#include "graph/tu/number_scanner.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace dhgak {
namespace {

// What stands at `at`, up to the next separator, fit to be printed.
std::string quoted(const char* at, const char* end) {
    constexpr std::size_t kMost = 24;
    std::string text;
    for (; at != end && *at != '\n' && *at != '\r' && *at != ','; ++at) {
        if (text.size() >= kMost) return "'" + text + "...'";
        const auto byte = static_cast<unsigned char>(*at);
        text += byte >= 0x20 && byte < 0x7f ? std::string(1, *at) : fmt::format("\\x{:02x}", byte);
    }
    while (text.ends_with(' ')) text.pop_back();
    return "'" + text + "'";
}

// Past a plus sign before a number, which from_chars does not take.
const char* after_plus(const char* at, const char* end) {
    const bool has_plus = end - at >= 2 && *at == '+' && at[1] != '-' && at[1] != '+';
    return has_plus ? at + 1 : at;
}

}  // namespace

std::int64_t NumberScanner::slow_integer(const char* start, std::string_view expected) {
    if (start == end_ || *start == '\n')
        fail(fmt::format("the line ends early, expected {}", expected));
    if (*start == ',') fail(fmt::format("a number is missing, expected {}", expected));
    std::int64_t value = 0;
    const auto [stop, error] = std::from_chars(after_plus(start, end_), end_, value);
    at_ = stop;
    if (error == std::errc::result_out_of_range)
        fail(fmt::format("{} is too large for a 64-bit integer, expected {}", quoted(start, end_),
                         expected));
    if (error != std::errc() || !at_separator())
        fail(fmt::format("{} is not an integer, expected {}", quoted(start, end_), expected));
    return value;
}

float NumberScanner::number(std::string_view expected) {
    skip_blanks();
    const char* start = at_;
    if (start == end_ || *start == '\n')
        fail(fmt::format("the line ends early, expected {}", expected));
    if (*start == ',') fail(fmt::format("a number is missing, expected {}", expected));
    double value = 0;
    const auto [stop, error] = std::from_chars(after_plus(start, end_), end_, value);
    at_ = stop;
    if (error == std::errc::result_out_of_range ||
        (std::isfinite(value) && std::abs(value) > std::numeric_limits<float>::max()))
        fail(fmt::format("{} is beyond the range of a float, expected {}", quoted(start, end_),
                         expected));
    if (error != std::errc() || !at_separator())
        fail(fmt::format("{} is not a number, expected {}", quoted(start, end_), expected));
    if (!std::isfinite(value))
        fail(fmt::format("{} is not finite, expected {}; replace or remove it", quoted(start, end_),
                         expected));
    return static_cast<float>(value);
}

void NumberScanner::fail_at_rest(std::string_view expected) const {
    if (at_ == end_ || *at_ == '\n')
        fail(fmt::format("the line ends early, expected {}", expected));
    if (*at_ == ',') fail(fmt::format("too many columns, expected {}", expected));
    fail(fmt::format("{} follows, expected {}; put a comma between numbers", quoted(at_, end_),
                     expected));
}

}  // namespace dhgak
