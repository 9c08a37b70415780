// SPDX-License-Identifier: MIT
#include "dhgak/run/document.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/printable.h"

namespace dhgak {
namespace {

// Characters as a terminal counts them: bytes that start one.
std::size_t width_of(std::string_view text) {
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
}

bool is_number(std::string_view cell) {
    return cell.empty() || (cell.front() >= '0' && cell.front() <= '9') || cell.front() == '-' ||
           cell.front() == '+';
}

std::string text_of(const TextTable& table) {
    std::vector<std::size_t> widths;
    std::vector<bool> to_the_right;
    for (std::size_t c = 0; c < table.header.size(); ++c) {
        widths.push_back(width_of(table.header[c]));
        to_the_right.push_back(true);
        for (const auto& row : table.rows) {
            widths[c] = std::max(widths[c], width_of(row[c]));
            to_the_right[c] = to_the_right[c] && is_number(row[c]);
        }
    }
    std::string text;
    const auto write = [&](const std::vector<std::string>& row) {
        std::string line;
        for (std::size_t c = 0; c < row.size(); ++c) {
            const std::string blanks(widths[c] - width_of(row[c]), ' ');
            line += "  " + (to_the_right[c] ? blanks + row[c] : row[c] + blanks);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + '\n';
    };
    write(table.header);
    for (const auto& row : table.rows) write(row);
    return text;
}

// What names put into a table must neither break its lines nor reach a terminal as commands.
TextTable printable_cells(TextTable table) {
    for (std::string& cell : table.header) cell = printable(cell);
    for (std::vector<std::string>& row : table.rows)
        for (std::string& cell : row) cell = printable(cell);
    return table;
}

std::string escaped(std::string cell) {
    for (std::size_t at = 0; (at = cell.find('|', at)) != std::string::npos; at += 2)
        cell.insert(at, 1, '\\');
    return cell;
}

std::string markdown_of(const TextTable& table) {
    const auto write = [](const std::vector<std::string>& row) {
        std::vector<std::string> cells;
        cells.reserve(row.size());
        for (const std::string& cell : row) cells.push_back(escaped(printable(cell)));
        return fmt::format("| {} |\n", fmt::join(cells, " | "));
    };
    std::string text = write(table.header) + "|";
    for (std::size_t c = 0; c < table.header.size(); ++c) text += "---|";
    text += '\n';
    for (const auto& row : table.rows) text += write(row);
    return text;
}

}  // namespace

void Document::line(std::string text) { blocks_.emplace_back(std::move(text)); }
void Document::table(TextTable table) { blocks_.emplace_back(std::move(table)); }

std::string Document::as_text() const {
    std::string text;
    for (const auto& block : blocks_) {
        if (const auto* line = std::get_if<std::string>(&block))
            text += printable(*line) + '\n';
        else
            text += text_of(printable_cells(std::get<TextTable>(block)));
    }
    return text;
}

std::string Document::as_markdown() const {
    std::string text;
    for (const auto& block : blocks_) {
        if (const auto* line = std::get_if<std::string>(&block)) {
            if (!line->empty()) text += *line + "\n\n";
        } else {
            text += markdown_of(std::get<TextTable>(block)) + '\n';
        }
    }
    return text;
}

std::string percent(double share) { return fmt::format("{:.2f} %", 100 * share); }

std::string percent(double mean, double std) {
    return fmt::format("{:.2f} % +- {:.2f}", 100 * mean, 100 * std);
}

std::string text_of(const ScoreInfo& score, double value) {
    return score.is_share ? percent(value) : fmt::format("{:.4f}", value);
}

}  // namespace dhgak
