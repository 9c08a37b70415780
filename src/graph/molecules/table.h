// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/molecules/text_lines.h"

namespace dhgak {

// One row of a table; cells are without the blanks around them.
struct TableRow {
    std::size_t line = 0;  // where it begins, from 1
    std::vector<std::string> cells;
    std::string fault;  // why the row cannot be used; empty: it can
};

// A table with names in its first line and cells as RFC 4180 has them: quotes around a cell keep
// what is inside, line breaks included, and are doubled there. Empty lines are skipped.
class CsvTable {
public:
    // Cells are separated by what the first line has most of: comma, semicolon or tab. Throws
    // InputError if there is no first line.
    explicit CsvTable(TextLines lines);

    const std::string& place() const { return lines_.place(); }
    const std::vector<std::string>& names() const { return names_; }

    // False at the end. A row of more or fewer cells than there are names has a fault. Throws
    // InputError where a quote is never closed, since nothing after it can be told apart.
    bool next(TableRow& row);

private:
    bool read(TableRow& row);

    TextLines lines_;
    char separator_ = ',';
    std::vector<std::string> names_;
};

// The column that a user means: by name, by name in another case, or by number from 1. Throws
// ConfigError, naming `option` and the columns there are.
std::size_t find_column(const std::string& place, const std::vector<std::string>& names,
                        const std::string& wanted, std::string_view option);

// The first of the names that is a column, in any case.
std::optional<std::size_t> guess_column(const std::vector<std::string>& names,
                                        const std::vector<std::string_view>& guesses);

bool is_same_name(std::string_view a, std::string_view b);  // in any case

std::string_view trimmed(std::string_view text);

}  // namespace dhgak
