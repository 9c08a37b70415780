// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bert/wordpiece.h"

namespace dhgak {

// Code points; bytes that are not UTF-8 become U+FFFD, one for each maximal broken part.
std::u32string decode_utf8(std::string_view text);
std::string encode_utf8(std::u32string_view text);

// Cleaning, spacing of ideographs, accent stripping and lower-casing, as `options` ask.
std::u32string normalize(std::u32string_view text, const WordPieceOptions& options);

// Words between white space; each punctuation character is a word of its own.
std::vector<std::u32string_view> split_words(std::u32string_view text);

bool is_white_space(char32_t c);

// A character that \w matches: letters, marks, digits and connectors.
bool is_word_character(char32_t c);

}  // namespace dhgak
