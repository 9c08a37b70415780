// SPDX-License-Identifier: MIT
#include "graph/molecules/table.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dhgak/core/error.h"

namespace dhgak {
namespace {

constexpr std::size_t kLongestCell = std::size_t{1} << 20;  // in quotes

char lower_case(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

char most_frequent_separator(std::string_view line) {
    bool in_quotes = false;
    std::size_t counts[3] = {};
    constexpr std::string_view kSeparators = ",;\t";
    for (const char c : line) {
        if (c == '"') in_quotes = !in_quotes;
        const std::size_t which = kSeparators.find(c);
        if (!in_quotes && which != std::string_view::npos) ++counts[which];
    }
    return kSeparators[static_cast<std::size_t>(std::ranges::max_element(counts) - counts)];
}

// Takes a line apart, and the lines after it where a quote goes on.
class RowScanner {
public:
    RowScanner(TextLines& lines, char separator, std::string line, TableRow& row)
        : lines_(lines), separator_(separator), line_(std::move(line)), row_(row) {}

    void scan() {
        row_.line = lines_.number();
        size_ = line_.size();
        row_.cells.clear();
        row_.fault.clear();
        while (true) {
            row_.cells.push_back(cell());
            if (at_ == line_.size()) return;
            ++at_;  // the separator
        }
    }

private:
    std::string cell() {
        const std::size_t start = line_.find_first_not_of(' ', at_);
        if (start != std::string::npos && line_[start] == '"') {
            at_ = start + 1;
            return quoted();
        }
        const std::size_t end = std::min(line_.find(separator_, at_), line_.size());
        std::string text(trimmed(std::string_view(line_).substr(at_, end - at_)));
        at_ = end;
        return text;
    }

    std::string quoted() {
        const std::size_t first_line = lines_.number();
        std::string text;
        while (true) {
            const std::size_t quote = line_.find('"', at_);
            text.append(line_, at_, quote == std::string::npos ? quote : quote - at_);
            if (quote == std::string::npos) {
                text += '\n';
                at_ = 0;
                if (text.size() > kLongestCell || !lines_.next(line_))
                    throw InputError(fmt::format(
                        "{}:{}: a quote is opened and not closed; close it, or write \"\" for a "
                        "quote inside a cell",
                        lines_.place(), first_line));
                size_ += line_.size() + 1;
                if (size_ > lines_.longest())
                    throw InputError(fmt::format("{}:{}: the row is longer than {} bytes; {}",
                                                 lines_.place(), row_.line, lines_.longest(),
                                                 kRaiseLongest));
                continue;
            }
            at_ = quote + 1;
            if (at_ == line_.size() || line_[at_] != '"') break;
            text += '"';
            ++at_;
        }
        const std::size_t end = std::min(line_.find(separator_, at_), line_.size());
        if (!trimmed(std::string_view(line_).substr(at_, end - at_)).empty())
            row_.fault = "text follows a closing quote; write \"\" for a quote inside a cell";
        at_ = end;
        return std::string(trimmed(text));
    }

    TextLines& lines_;
    char separator_;
    std::string line_;
    TableRow& row_;
    std::size_t at_ = 0;
    std::size_t size_ = 0;  // of all lines of the row
};

}  // namespace

bool is_same_name(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, {}, lower_case, lower_case);
}

std::string_view trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

CsvTable::CsvTable(TextLines lines) : lines_(std::move(lines)) {
    std::string line;
    while (trimmed(line).empty())
        if (!lines_.next(line))
            throw InputError(
                lines_.place() +
                ": the file is empty, expected a line of column names and a line a molecule");
    separator_ = most_frequent_separator(line);
    TableRow header;
    RowScanner(lines_, separator_, std::move(line), header).scan();
    if (!header.fault.empty())
        throw InputError(fmt::format("{}:{}: {}", lines_.place(), header.line, header.fault));
    names_ = std::move(header.cells);
}

bool CsvTable::read(TableRow& row) {
    std::string line;
    while (trimmed(line).empty())
        if (!lines_.next(line)) return false;
    RowScanner(lines_, separator_, std::move(line), row).scan();
    return true;
}

bool CsvTable::next(TableRow& row) {
    if (!read(row)) return false;
    while (row.cells.size() > names_.size() && row.cells.back().empty()) row.cells.pop_back();
    if (row.cells.size() != names_.size() && row.fault.empty())
        row.fault = fmt::format("{} cells, but the first line names {} columns", row.cells.size(),
                                names_.size());
    row.cells.resize(names_.size());
    return true;
}

std::size_t find_column(const std::string& place, const std::vector<std::string>& names,
                        const std::string& wanted, std::string_view option) {
    const auto require_one = [&](auto count, std::size_t column) {
        if (count > 1)
            throw ConfigError(
                fmt::format("{}: {} columns are called '{}'; give the number of the one for {}",
                            place, count, wanted, option));
        return column;
    };
    const auto exact = std::ranges::find(names, wanted);
    if (exact != names.end())
        return require_one(std::ranges::count(names, wanted),
                           static_cast<std::size_t>(exact - names.begin()));
    if (const auto found = guess_column(names, {wanted}))
        return require_one(
            std::ranges::count_if(names, [&](const auto& n) { return is_same_name(n, wanted); }),
            *found);
    std::size_t number = 0;
    const char* end = wanted.data() + wanted.size();
    const auto [stop, error] = std::from_chars(wanted.data(), end, number);
    if (error == std::errc() && stop == end && number >= 1 && number <= names.size())
        return number - 1;
    throw ConfigError(fmt::format("{}: no column '{}' for {}; give one of: {}, or a number from 1",
                                  place, wanted, option, fmt::join(names, ", ")));
}

std::optional<std::size_t> guess_column(const std::vector<std::string>& names,
                                        const std::vector<std::string_view>& guesses) {
    for (const std::string_view guess : guesses)
        for (std::size_t c = 0; c < names.size(); ++c)
            if (is_same_name(names[c], guess)) return c;
    return std::nullopt;
}

}  // namespace dhgak
