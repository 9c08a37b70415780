// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "dhgak/learn/scores.h"

namespace dhgak {

// Rows under a header; every row has as many cells.
struct TextTable {
    std::vector<std::string> header;
    std::vector<std::vector<std::string>> rows;
};

// What a report says to people: lines and tables in order. Every report is a value that is turned
// into one of these, and into JSON; terminals and Markdown are two ways to write it down.
class Document {
public:
    // A line of text; an empty one separates.
    void line(std::string text);
    void table(TextTable table);

    // Columns aligned by blanks, numbers to the right.
    std::string as_text() const;

    // Lines as paragraphs, tables with bars.
    std::string as_markdown() const;

private:
    std::vector<std::variant<std::string, TextTable>> blocks_;
};

// `87.60 %` of a fraction, and `87.60 % +- 5.10`.
std::string percent(double share);
std::string percent(double mean, double std);

// The value of a score: `87.60 %`, or `0.8760` where it is no share.
std::string text_of(const ScoreInfo& score, double value);

}  // namespace dhgak
