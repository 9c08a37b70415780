// SPDX-License-Identifier: MIT
#include "bert/text_normalizer.h"

#include <algorithm>

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/uniset.h>
#include <unicode/unistr.h>
#include <unicode/utf8.h>

#include "dhgak/core/error.h"

namespace dhgak {
namespace {

UChar32 to_icu(char32_t c) { return static_cast<UChar32>(c); }

// The published tokenizers know the categories of Unicode 8: to them a younger character is none of
// these, and the few that have moved since are where they were.
std::uint32_t category(char32_t c) {
    switch (c) {
        case 0x166D:
        case 0x111C9:
            return U_GC_PO_MASK;
        case 0x1734:
            return U_GC_MN_MASK;
        case 0x1885:
        case 0x1886:
            return U_GC_LO_MASK;
        case 0xA9BD:
            return U_GC_MC_MASK;
        default:
            break;
    }
    UVersionInfo age;
    u_charAge(to_icu(c), age);
    return age[0] <= 8 ? U_GET_GC_MASK(to_icu(c)) : U_GC_CN_MASK;
}

bool is_in(char32_t c, std::uint32_t categories) { return (category(c) & categories) != 0; }

// Their decompositions are those of Unicode 12.
const icu::Normalizer2& decomposition() {
    static const icu::FilteredNormalizer2 result = [] {
        UErrorCode status = U_ZERO_ERROR;
        const icu::Normalizer2* nfd = icu::Normalizer2::getNFDInstance(status);
        static const icu::UnicodeSet known(u"[:age=12.1:]", status);
        if (U_FAILURE(status)) throw Error("the Unicode tables of ICU cannot be read");
        return icu::FilteredNormalizer2(*nfd, known);
    }();
    return result;
}

// Control, format and private use characters, except those that count as blanks.
bool is_control(char32_t c) {
    if (c == U'\t' || c == U'\n' || c == U'\r') return false;
    return is_in(c, U_GC_CC_MASK | U_GC_CF_MASK | U_GC_CO_MASK);
}

bool is_punctuation(char32_t c) {
    const bool is_ascii_symbol = c < 0x80 && is_in(c, U_GC_S_MASK);  // $ + < = > ^ ` | ~
    return is_ascii_symbol || is_in(c, U_GC_P_MASK);
}

// The blocks of ideographs as the published tokenizers have them, the odd start of extension E
// included.
bool is_ideograph(char32_t c) {
    struct Block {
        char32_t first, last;
    };
    static constexpr Block kBlocks[] = {{0x4E00, 0x9FFF},   {0x3400, 0x4DBF},   {0x20000, 0x2A6DF},
                                        {0x2A700, 0x2B73F}, {0x2B740, 0x2B81F}, {0x2B920, 0x2CEAF},
                                        {0xF900, 0xFAFF},   {0x2F800, 0x2FA1F}};
    return std::ranges::any_of(
        kBlocks, [c](const Block& block) { return block.first <= c && c <= block.last; });
}

std::u32string clean(std::u32string_view text) {
    std::u32string result;
    for (const char32_t c : text) {
        if (c == 0 || c == 0xFFFD || is_control(c)) continue;
        result += is_white_space(c) ? U' ' : c;
    }
    return result;
}

std::u32string space_ideographs(std::u32string_view text) {
    std::u32string result;
    for (const char32_t c : text) {
        if (is_ideograph(c))
            result.append({U' ', c, U' '});
        else
            result += c;
    }
    return result;
}

std::u32string strip_accents(std::u32string_view text) {
    const icu::UnicodeString source = icu::UnicodeString::fromUTF32(
        reinterpret_cast<const UChar32*>(text.data()), static_cast<std::int32_t>(text.size()));
    UErrorCode status = U_ZERO_ERROR;
    const icu::UnicodeString decomposed = decomposition().normalize(source, status);
    if (U_FAILURE(status)) throw Error("text too long to decompose");
    std::u32string result;
    for (std::int32_t i = 0; i < decomposed.length(); i = decomposed.moveIndex32(i, 1)) {
        const auto c = static_cast<char32_t>(decomposed.char32At(i));
        if (!is_in(c, U_GC_MN_MASK)) result += c;
    }
    return result;
}

// Character by character, without the context rules of a language or of the final sigma. Only the
// dotted capital I becomes two characters.
std::u32string lower(std::u32string_view text) {
    std::u32string result;
    for (const char32_t c : text) {
        if (c == 0x130)
            result.append({U'i', 0x307});
        else
            result += static_cast<char32_t>(u_tolower(to_icu(c)));
    }
    return result;
}

}  // namespace

std::u32string decode_utf8(std::string_view text) {
    std::u32string result;
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
    for (std::size_t i = 0; i < text.size();) {
        UChar32 c = 0;
        U8_NEXT_OR_FFFD(bytes, i, text.size(), c);
        result += static_cast<char32_t>(c);
    }
    return result;
}

std::string encode_utf8(std::u32string_view text) {
    std::string result;
    for (const char32_t c : text) {
        std::uint8_t bytes[U8_MAX_LENGTH];
        std::size_t length = 0;
        U8_APPEND_UNSAFE(bytes, length, to_icu(c));
        result.append(reinterpret_cast<const char*>(bytes), length);
    }
    return result;
}

std::u32string normalize(std::u32string_view text, const WordPieceOptions& options) {
    std::u32string result(text);
    if (options.clean_text) result = clean(result);
    if (options.handle_chinese_chars) result = space_ideographs(result);
    if (options.strip_accents.value_or(options.lowercase)) result = strip_accents(result);
    if (options.lowercase) result = lower(result);
    return result;
}

std::vector<std::u32string_view> split_words(std::u32string_view text) {
    std::vector<std::u32string_view> words;
    std::size_t begin = 0;
    const auto end_word = [&](std::size_t end) {
        if (end > begin) words.push_back(text.substr(begin, end - begin));
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool blank = is_white_space(text[i]);
        if (!blank && !is_punctuation(text[i])) continue;
        end_word(i);
        if (!blank) words.push_back(text.substr(i, 1));
        begin = i + 1;
    }
    end_word(text.size());
    return words;
}

bool is_white_space(char32_t c) { return u_isUWhiteSpace(to_icu(c)); }

bool is_word_character(char32_t c) {
    return u_isUAlphabetic(to_icu(c)) || is_in(c, U_GC_M_MASK | U_GC_ND_MASK | U_GC_PC_MASK) ||
           u_hasBinaryProperty(to_icu(c), UCHAR_JOIN_CONTROL);
}

}  // namespace dhgak
