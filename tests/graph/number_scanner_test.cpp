// SPDX-License-Identifier: MIT
#include "graph/tu/number_scanner.h"

#include <cstdint>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "core/random.h"

namespace dhgak {
namespace {

std::int64_t scan(const std::string& text) {
    return NumberScanner({.text = text, .first_line = 0}).integer("an integer");
}

TEST(NumberScanner, ReadsWhatWasPrinted) {
    Random random(1);
    for (int i = 0; i < 20000; ++i) {
        const auto value = static_cast<std::int64_t>(random.next() >> random.below(64)) *
                           (random.below(2) == 0 ? 1 : -1);
        for (const char* end : {"", "\n", ", 12345678", ",1", " \r\n"})
            ASSERT_EQ(scan(std::to_string(value) + end), value) << value << end;
    }
}

TEST(NumberScanner, ReadsTheLimits) {
    for (const std::int64_t value :
         {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()})
        EXPECT_EQ(scan(std::to_string(value)), value);
    EXPECT_EQ(scan("0000000000000000000000000000042"), 42);
    EXPECT_EQ(scan("-0"), 0);
    EXPECT_EQ(scan("+17"), 17);
}

TEST(NumberScanner, RejectsEveryByteThatIsNoPartOfANumber) {
    for (int byte = 0; byte < 256; ++byte) {
        const char c = static_cast<char>(byte);
        if ((c >= '0' && c <= '9') || std::string(", \t\r\n").find(c) != std::string::npos)
            continue;
        EXPECT_THROW(scan(std::string("12") + c + "34567890"), LineFault) << byte;
        EXPECT_THROW(scan(std::string("12") + c), LineFault) << byte;
        if (c == '-' || c == '+') continue;
        EXPECT_THROW(scan(c + std::string("1234567890")), LineFault) << byte;
    }
    for (const char* text :
         {"", "-", "+", "--1", "++1", "+-1", "-+1", "9223372036854775808", "-9223372036854775809",
          "99999999999999999999999", "3.0", "1e3", "0x10", ",1", "\n1"})
        EXPECT_THROW(scan(text), LineFault) << text;
}

TEST(NumberScanner, ReadsFiniteNumbersOnly) {
    const auto number = [](std::string_view text) {
        return NumberScanner({.text = text, .first_line = 0}).number("a number");
    };
    EXPECT_EQ(number(" -2.626347,"), -2.626347F);
    EXPECT_EQ(number("1e-3\n"), 1e-3F);
    EXPECT_EQ(number("7"), 7.0F);
    for (const char* text : {"", "nan", "-inf", "inf", "1e39", "1e999", "x", "1.5x", "0x1p3", ","})
        EXPECT_THROW(number(text), LineFault) << text;
}

}  // namespace
}  // namespace dhgak
