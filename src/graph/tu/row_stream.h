// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dhgak/core/error.h"
#include "dhgak/core/parallel.h"
#include "graph/tu/tables.h"
#include "graph/tu/text_stream.h"

namespace dhgak {

// The numbers of a text, one row per line, parsed some mebibyte at a time by all threads.
template <typename Value>
class RowStream {
public:
    using MakeParser = RowParser<Value> (*)(std::string_view first_line, std::string_view what);

    // Throws InputError if the text is empty; `what` describes what a line holds.
    RowStream(std::unique_ptr<TextStream> text, MakeParser make_parser, std::string_view what)
        : text_(std::move(text)) {
        const std::string_view first = text_->peek().text;
        require_text(text_->place(), first, what);
        try {
            parser_ = make_parser(first.substr(0, first.find('\n')), what);
        } catch (const LineFault& fault) {
            throw InputError(at_line(place(), fault));
        }
    }

    const std::string& place() const { return text_->place(); }
    std::size_t columns() const { return parser_.columns; }

    // Of the row that comes next, from 0; at the end, how many there were.
    std::size_t line() const { return line_; }

    // Some rows that come next, at least one but at the end. Throws InputError where a line is
    // faulty and comes next.
    std::span<const Value> ready() {
        while (piece_ < pieces_.size() && taken_ == pieces_[piece_].size()) {
            ++piece_;
            taken_ = 0;
        }
        if (piece_ == pieces_.size()) fill();
        if (pieces_.empty()) return {};
        return std::span<const Value>(pieces_[piece_]).subspan(taken_);
    }

    // Steps over rows of ready().
    void skip(std::size_t rows) {
        taken_ += rows * columns();
        line_ += rows;
    }

    // Appends the next rows to `values`, at most `rows` of them; returns how many there were.
    std::size_t take(std::size_t rows, std::vector<Value>& values) {
        std::size_t count = 0;
        while (count < rows) {
            const std::span<const Value> next = ready();
            const std::size_t more = std::min(rows - count, next.size() / columns());
            if (more == 0) break;
            values.insert(values.end(), next.begin(),
                          next.begin() + static_cast<std::ptrdiff_t>(more * columns()));
            skip(more);
            count += more;
        }
        return count;
    }

private:
    void fill() {
        constexpr std::size_t kPieceBytes = std::size_t{1} << 18;
        if (fault_) throw InputError(at_line(place(), *fault_));
        pieces_.clear();
        piece_ = taken_ = 0;
        const LineBlock block = text_->next();
        if (block.text.empty()) return;
        const LineBlocks lines = cut_into_blocks(block.text, kPieceBytes, block.first_line);
        std::vector<std::optional<LineFault>> faults(lines.blocks.size());
        pieces_.resize(lines.blocks.size());
        parallel_for(lines.blocks.size(), [&](std::size_t b) {
            const LineBlock& piece = lines.blocks[b];
            const std::size_t end = b + 1 < lines.blocks.size()
                                        ? lines.blocks[b + 1].first_line
                                        : block.first_line + lines.num_lines;
            std::vector<Value>& values = pieces_[b];
            try {
                require_room(piece, end - piece.first_line, columns());
                values.resize((end - piece.first_line) * columns());
                parser_.parse(piece, values.data());
            } catch (LineFault& fault) {
                values.resize(std::min(values.size(), (fault.line - piece.first_line) * columns()));
                faults[b] = std::move(fault);
            }
        });
        for (std::size_t b = 0; b < faults.size(); ++b) {
            if (!faults[b]) continue;
            fault_ = std::move(faults[b]);
            pieces_.resize(b + 1);
            if (pieces_[b].empty()) pieces_.pop_back();
            break;
        }
        if (pieces_.empty()) throw InputError(at_line(place(), *fault_));
    }

    std::unique_ptr<TextStream> text_;
    RowParser<Value> parser_;
    std::vector<std::vector<Value>> pieces_;
    std::size_t piece_ = 0;
    std::size_t taken_ = 0;  // values of that piece
    std::size_t line_ = 0;
    std::optional<LineFault> fault_;  // of the line after the last piece
};

}  // namespace dhgak
