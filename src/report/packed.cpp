// SPDX-License-Identifier: MIT
#include "report/packed.h"

#include <algorithm>
#include <string_view>

namespace dhgak {
namespace {

// ASCII from `#` to `~` without the backslash and `<`.
constexpr std::string_view kLetters =
    "#$%&'()*+,-./0123456789:;=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_`abcdefghijklmnopqrstuvwxyz{|}~";
static_assert(kLetters.size() == 90);

}  // namespace

std::string pack(std::span<const std::uint32_t> numbers) {
    const std::uint32_t largest = numbers.empty() ? 0 : std::ranges::max(numbers);
    std::size_t width = 1;
    for (std::uint64_t limit = kLetters.size(); limit <= largest; limit *= kLetters.size()) ++width;
    std::string text = std::to_string(width);
    text.resize(1 + width * numbers.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        std::size_t rest = numbers[i];
        for (std::size_t place = width; place-- > 0; rest /= kLetters.size())
            text[1 + width * i + place] = kLetters[rest % kLetters.size()];
    }
    return text;
}

std::vector<std::uint32_t> unpack(std::string_view text) {
    std::vector<std::uint32_t> numbers;
    if (text.empty()) return numbers;
    const auto width = static_cast<std::size_t>(text.front() - '0');
    for (std::size_t begin = 1; begin + width <= text.size() && width > 0; begin += width) {
        std::size_t number = 0;
        for (const char letter : text.substr(begin, width))
            number = number * kLetters.size() + kLetters.find(letter);
        numbers.push_back(static_cast<std::uint32_t>(number));
    }
    return numbers;
}

}  // namespace dhgak
