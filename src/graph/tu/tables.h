// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "dhgak/core/matrix.h"
#include "graph/tu/line_blocks.h"
#include "graph/tu/text_file.h"

namespace dhgak {

// The integers of a file, row-major: one row per line.
struct IntegerTable {
    std::size_t columns = 1;
    std::vector<std::int64_t> values;

    std::size_t rows() const { return values.size() / columns; }
};

// Rows numbered in ascending order of their values, column by column.
struct NumberedRows {
    std::vector<std::uint32_t> number_of;  // by row
    std::vector<std::string> names;        // by number: `3`, or `3,1` for several columns
};

// Parses lines of so many columns into rows of values. Throws LineFault.
template <typename Value>
struct RowParser {
    std::size_t columns = 1;
    std::function<void(const LineBlock&, Value*)> parse;  // needs place for a row per line
};

// For lines as the first one is. Throw LineFault if that cannot be.
RowParser<std::int64_t> make_integer_parser(std::string_view first_line, std::string_view what);
RowParser<std::int64_t> make_column_parser(std::string_view first_line, std::string_view what);
RowParser<float> make_number_parser(std::string_view first_line, std::string_view what);

// A first line of many columns over many short lines would ask for far more memory than the text
// has: throws LineFault at the short line instead.
void require_room(const LineBlock& block, std::size_t num_lines, std::size_t columns);

// These throw InputError with file and line. `what` describes what a line holds, for messages.
IntegerTable parse_integer_column(const TextFile& file, std::string_view what);
IntegerTable parse_integer_table(const TextFile& file, std::string_view what);
Matrix parse_number_table(const TextFile& file, std::string_view what);

NumberedRows number_rows(const IntegerTable& table);

// Throws InputError if the text of a file is empty.
void require_text(std::string_view place, std::string_view text, std::string_view what);

}  // namespace dhgak
