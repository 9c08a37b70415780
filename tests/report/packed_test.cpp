// SPDX-License-Identifier: MIT
#include "report/packed.h"

#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace dhgak {
namespace {

using Numbers = std::vector<std::uint32_t>;

// As page/base.js does it.
Numbers unpack(const std::string& text) {
    const std::string letters =
        "#$%&'()*+,-./"
        "0123456789:;=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_`abcdefghijklmnopqrstuvwxyz{|}~";
    const auto width = static_cast<std::size_t>(text[0] - '0');
    Numbers numbers((text.size() - 1) / width);
    for (std::size_t i = 1; i < text.size(); ++i) {
        std::uint32_t& number = numbers[(i - 1) / width];
        number = number * 90 + static_cast<std::uint32_t>(letters.find(text[i]));
    }
    return numbers;
}

TEST(Packed, NumbersComeBack) {
    for (const Numbers& numbers :
         {Numbers{}, Numbers{0}, Numbers{89, 0, 7}, Numbers{90, 1}, Numbers{8099, 8100, 3},
          Numbers{std::numeric_limits<std::uint32_t>::max(), 0}})
        EXPECT_EQ(unpack(pack(numbers)), numbers);
}

TEST(Packed, SmallNumbersTakeALetterEach) {
    EXPECT_EQ(pack(Numbers{0, 1, 89}), "1#$~");
    EXPECT_EQ(pack(Numbers{90}), "2$#");
}

TEST(Packed, TextNeedsNoEscapes) {
    Numbers all(90);
    for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
    EXPECT_EQ(pack(all).find_first_of("\"\\<"), std::string::npos);
}

}  // namespace
}  // namespace dhgak
