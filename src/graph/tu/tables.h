// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dhgak/core/matrix.h"
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

// These throw InputError with file and line. `what` describes what a line holds, for messages.
IntegerTable parse_integer_column(const TextFile& file, std::string_view what);
IntegerTable parse_integer_table(const TextFile& file, std::string_view what);
Matrix parse_number_table(const TextFile& file, std::string_view what);

NumberedRows number_rows(const IntegerTable& table);

// Throws InputError if the file has nothing but blanks.
void require_text(const TextFile& file, std::string_view what);

}  // namespace dhgak
