// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "graph/tu/line_blocks.h"

namespace dhgak {

// Walks over the numbers of a block of lines, `a, b` or `a,b`, ended by LF or CRLF. Whatever does
// not fit is thrown as a LineFault.
class NumberScanner {
public:
    explicit NumberScanner(const LineBlock& block)
        : at_(block.text.data()), end_(at_ + block.text.size()), line_(block.first_line) {}

    bool done() const { return at_ == end_; }
    std::size_t line() const { return line_; }

    // Whether a comma came next; steps over it.
    bool comma() {
        skip_blanks();
        if (at_ == end_ || *at_ != ',') return false;
        ++at_;
        return true;
    }

    // Steps over the end of the line. `expected` describes what a line should hold.
    void end_line(std::string_view expected) {
        skip_blanks();
        if (at_ != end_ && *at_ != '\n') fail_at_rest(expected);
        if (at_ != end_) ++at_;
        ++line_;
    }

    // Steps over whatever is left of the line, and its end.
    void skip_line() {
        const void* line_end = std::memchr(at_, '\n', static_cast<std::size_t>(end_ - at_));
        at_ = line_end != nullptr ? static_cast<const char*>(line_end) + 1 : end_;
        ++line_;
    }

    std::int64_t integer(std::string_view expected) {
        skip_blanks();
        const char* start = at_;
        const bool negative = at_ != end_ && *at_ == '-';
        if (negative) ++at_;
        std::uint64_t magnitude = 0;
        const std::size_t num_digits = digits(magnitude);
        // 18 digits cannot overflow; more may start with zeros.
        if (num_digits - 1 >= 18 || !at_separator()) [[unlikely]]
            return slow_integer(start, expected);
        return negative ? -static_cast<std::int64_t>(magnitude)
                        : static_cast<std::int64_t>(magnitude);
    }

    // A finite number.
    float number(std::string_view expected);

    // What comes next is not what a line should hold.
    [[noreturn]] void fail_at_rest(std::string_view expected) const;

    [[noreturn]] void fail(std::string message) const {
        throw LineFault{line_, std::move(message)};
    }

private:
    void skip_blanks() {
        while (at_ != end_ && (*at_ == ' ' || *at_ == '\t' || *at_ == '\r')) ++at_;
    }

    bool at_separator() const {
        return at_ == end_ || *at_ == ',' || *at_ == '\n' || *at_ == '\r' || *at_ == ' ' ||
               *at_ == '\t';
    }

    // Steps over digits and adds them to `value`, which may wrap around; returns how many.
    std::size_t digits(std::uint64_t& value) {
        const char* start = at_;
        if constexpr (std::endian::native == std::endian::little) {
            if (end_ - at_ >= 8) eight_digits(value);
        }
        if (at_ == start || at_ - start == 8)
            for (; at_ != end_ && *at_ >= '0' && *at_ <= '9'; ++at_)
                value = value * 10 + static_cast<std::uint64_t>(*at_ - '0');
        return static_cast<std::size_t>(at_ - start);
    }

    // Up to eight digits at once: ids are short, and a loop would guess their ends wrongly.
    void eight_digits(std::uint64_t& value) {
        constexpr std::uint64_t kOnes = 0x0101010101010101U;
        std::uint64_t bytes = 0;
        std::memcpy(&bytes, at_, 8);
        bytes ^= '0' * kOnes;  // digits become their values
        const std::uint64_t other =
            (((bytes & (0x7f * kOnes)) + 0x76 * kOnes) | bytes) & 0x80 * kOnes;
        const int num_digits = std::countr_zero(other) / 8;
        if (num_digits == 0) return;
        bytes <<= 64 - 8 * num_digits;  // as if zeros stood before it
        bytes = bytes * 10 + (bytes >> 8);
        const std::uint64_t low = (bytes & 0x000000ff000000ffU) * 0x000f424000000064U;
        const std::uint64_t high = ((bytes >> 16) & 0x000000ff000000ffU) * 0x0000271000000001U;
        value = (low + high) >> 32;
        at_ += num_digits;
    }

    std::int64_t slow_integer(const char* start, std::string_view expected);

    const char* at_;
    const char* end_;
    std::size_t line_;
};

}  // namespace dhgak
