// SPDX-License-Identifier: MIT
#include "graph/tu/tables.h"

#include <algorithm>
#include <compare>
#include <limits>
#include <set>
#include <span>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/core/parallel.h"
#include "graph/tu/line_blocks.h"
#include "graph/tu/number_scanner.h"

namespace dhgak {
namespace {

std::size_t count_columns(std::string_view line) {
    return static_cast<std::size_t>(std::ranges::count(line, ',')) + 1;
}

// A first line of many columns over many short lines would ask for far more memory than the file
// has text: find the short line instead.
void require_room(const TextFile& file, const LineBlocks& lines, std::size_t columns) {
    if (columns <= file.text().size() / lines.num_lines) return;
    for_each_block(file, lines, [&](const LineBlock& block) {
        std::size_t line = block.first_line;
        for (std::string_view rest = block.text; !rest.empty(); ++line) {
            const std::size_t length = std::min(rest.find('\n'), rest.size() - 1) + 1;
            const std::size_t found = count_columns(rest.substr(0, length));
            if (found != columns)
                throw LineFault{
                    line, fmt::format("{} columns, but the first line has {}", found, columns)};
            rest.remove_prefix(length);
        }
    });
}

// Scans the cells of a table whose first line tells the number of columns. `make` gets rows and
// columns and returns where cells go; `scan` reads one.
template <typename Make, typename Scan>
void parse_cells(const TextFile& file, std::string_view what, const Make& make, const Scan& scan) {
    require_text(file, what);
    const std::string_view text = file.text();
    const LineBlocks lines = cut_into_blocks(text);
    const std::size_t columns = count_columns(text.substr(0, text.find('\n')));
    require_room(file, lines, columns);
    const std::string expected =
        columns == 1 ? std::string(what)
                     : fmt::format("{} in {} columns as in the first line", what, columns);
    auto* cells = make(lines.num_lines, columns);
    for_each_block(file, lines, [&](const LineBlock& block) {
        auto* cell = cells + block.first_line * columns;
        for (NumberScanner scanner(block); !scanner.done(); scanner.end_line(expected)) {
            *cell++ = scan(scanner, expected);
            for (std::size_t c = 1; c < columns; ++c) {
                if (!scanner.comma())
                    scanner.fail(fmt::format("{} columns, expected {}", c, expected));
                *cell++ = scan(scanner, expected);
            }
        }
    });
}

using Row = std::span<const std::int64_t>;

struct ByValues {
    bool operator()(Row a, Row b) const { return std::ranges::lexicographical_compare(a, b); }
};

std::string name_of(Row row) { return fmt::format("{}", fmt::join(row, ",")); }

}  // namespace

void require_text(const TextFile& file, std::string_view what) {
    if (file.text().empty())
        throw InputError(
            fmt::format("{}:1: the file is empty, expected {} on each line", file.place(), what));
}

IntegerTable parse_integer_table(const TextFile& file, std::string_view what) {
    IntegerTable table;
    parse_cells(
        file, what,
        [&](std::size_t rows, std::size_t columns) {
            table.columns = columns;
            table.values.resize(rows * columns);
            return table.values.data();
        },
        [](NumberScanner& scanner, std::string_view expected) {
            return scanner.integer(expected);
        });
    return table;
}

IntegerTable parse_integer_column(const TextFile& file, std::string_view what) {
    IntegerTable table = parse_integer_table(file, what);
    if (table.columns != 1)
        throw InputError(
            fmt::format("{}:1: {} columns, expected {}", file.place(), table.columns, what));
    return table;
}

Matrix parse_number_table(const TextFile& file, std::string_view what) {
    Matrix table;
    parse_cells(
        file, what,
        [&](std::size_t rows, std::size_t columns) {
            table = Matrix(rows, columns);
            return table.values().data();
        },
        [](NumberScanner& scanner, std::string_view expected) { return scanner.number(expected); });
    return table;
}

NumberedRows number_rows(const IntegerTable& table) {
    constexpr std::size_t kBlock = std::size_t{1} << 16;
    const auto row = [&](std::size_t r) {
        return Row(table.values).subspan(r * table.columns, table.columns);
    };
    const std::size_t num_rows = table.rows();
    std::vector<std::set<Row, ByValues>> parts((num_rows + kBlock - 1) / kBlock);
    parallel_blocks(num_rows, kBlock, [&](std::size_t begin, std::size_t end) {
        for (std::size_t r = begin; r < end; ++r) parts[begin / kBlock].insert(row(r));
    });
    std::set<Row, ByValues> all;
    for (auto& part : parts) all.merge(part);
    const std::vector<Row> distinct(all.begin(), all.end());

    NumberedRows numbered;
    numbered.number_of.resize(num_rows);
    parallel_for(num_rows, kBlock, [&](std::size_t r) {
        const auto place = std::ranges::lower_bound(distinct, row(r), ByValues());
        numbered.number_of[r] = static_cast<std::uint32_t>(place - distinct.begin());
    });
    for (const Row& values : distinct) numbered.names.push_back(name_of(values));
    return numbered;
}

}  // namespace dhgak
