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

// Scans the cells of lines that have as many columns as the first one; `scan` reads one.
template <typename Value, typename Scan>
RowParser<Value> make_parser(std::string_view first_line, std::string_view what, const Scan& scan) {
    const std::size_t columns = count_columns(first_line);
    const std::string expected =
        columns == 1 ? std::string(what)
                     : fmt::format("{} in {} columns as in the first line", what, columns);
    const auto parse = [columns, expected, scan](const LineBlock& block, Value* cell) {
        for (NumberScanner scanner(block); !scanner.done(); scanner.end_line(expected)) {
            *cell++ = scan(scanner, expected);
            for (std::size_t c = 1; c < columns; ++c) {
                if (!scanner.comma())
                    scanner.fail(fmt::format("{} columns, expected {}", c, expected));
                *cell++ = scan(scanner, expected);
            }
        }
    };
    return {columns, parse};
}

// `make_parser` gets the first line; `make_room` gets rows and columns and returns where cells go.
template <typename MakeParser, typename MakeRoom>
void parse_cells(const TextFile& file, std::string_view what, const MakeParser& make_parser,
                 const MakeRoom& make_room) {
    const std::string_view text = file.text();
    require_text(file.place(), text, what);
    const LineBlocks lines = cut_into_blocks(text);
    try {
        const auto parser = make_parser(text.substr(0, text.find('\n')), what);
        require_room({.text = text, .first_line = 0}, lines.num_lines, parser.columns);
        auto* cells = make_room(lines.num_lines, parser.columns);
        for_each_block(file, lines, [&](const LineBlock& block) {
            parser.parse(block, cells + block.first_line * parser.columns);
        });
    } catch (const LineFault& fault) {
        throw InputError(at_line(file.place(), fault));
    }
}

template <typename MakeParser>
IntegerTable parse_integers(const TextFile& file, std::string_view what,
                            const MakeParser& make_parser) {
    IntegerTable table;
    parse_cells(file, what, make_parser, [&](std::size_t rows, std::size_t columns) {
        table.columns = columns;
        table.values.resize(rows * columns);
        return table.values.data();
    });
    return table;
}

using Row = std::span<const std::int64_t>;

struct ByValues {
    bool operator()(Row a, Row b) const { return std::ranges::lexicographical_compare(a, b); }
};

std::string name_of(Row row) { return fmt::format("{}", fmt::join(row, ",")); }

}  // namespace

RowParser<std::int64_t> make_integer_parser(std::string_view first_line, std::string_view what) {
    return make_parser<std::int64_t>(first_line, what,
                                     [](NumberScanner& scanner, std::string_view expected) {
                                         return scanner.integer(expected);
                                     });
}

RowParser<std::int64_t> make_column_parser(std::string_view first_line, std::string_view what) {
    const std::size_t columns = count_columns(first_line);
    if (columns != 1) throw LineFault{0, fmt::format("{} columns, expected {}", columns, what)};
    return make_integer_parser(first_line, what);
}

RowParser<float> make_number_parser(std::string_view first_line, std::string_view what) {
    return make_parser<float>(
        first_line, what,
        [](NumberScanner& scanner, std::string_view expected) { return scanner.number(expected); });
}

void require_room(const LineBlock& block, std::size_t num_lines, std::size_t columns) {
    constexpr std::size_t kFewCells = std::size_t{1} << 20;
    if (num_lines * columns <= kFewCells || columns <= block.text.size() / num_lines) return;
    std::size_t line = block.first_line;
    for (std::string_view rest = block.text; !rest.empty(); ++line) {
        const std::size_t length = std::min(rest.find('\n'), rest.size() - 1) + 1;
        const std::size_t found = count_columns(rest.substr(0, length));
        if (found != columns)
            throw LineFault{line,
                            fmt::format("{} columns, but the first line has {}", found, columns)};
        rest.remove_prefix(length);
    }
}

void require_text(std::string_view place, std::string_view text, std::string_view what) {
    if (text.empty())
        throw InputError(
            fmt::format("{}:1: the file is empty, expected {} on each line", place, what));
}

IntegerTable parse_integer_table(const TextFile& file, std::string_view what) {
    return parse_integers(file, what, make_integer_parser);
}

IntegerTable parse_integer_column(const TextFile& file, std::string_view what) {
    return parse_integers(file, what, make_column_parser);
}

Matrix parse_number_table(const TextFile& file, std::string_view what) {
    Matrix table;
    parse_cells(file, what, make_number_parser, [&](std::size_t rows, std::size_t columns) {
        table = Matrix(rows, columns);
        return table.values().data();
    });
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
