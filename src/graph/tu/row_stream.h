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
        const std::string_view first = text_->peek();
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
        while (piece_ < num_pieces_ && taken_ == pieces_[piece_].size) {
            ++piece_;
            taken_ = 0;
        }
        if (piece_ == num_pieces_) fill();
        if (num_pieces_ == 0) return {};
        return std::span<const Value>(pieces_[piece_].values.get(), pieces_[piece_].size)
            .subspan(taken_);
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
    // Values in memory that is used again; not a vector, which would be filled twice.
    struct Piece {
        std::unique_ptr<Value[]> values;
        std::size_t size = 0, capacity = 0;

        void make_room(std::size_t new_size) {
            if (new_size > capacity) {
                values = std::make_unique_for_overwrite<Value[]>(new_size);
                capacity = new_size;
            }
            size = new_size;
        }
    };

    void fill() {
        constexpr std::size_t kPieceBytes = std::size_t{1} << 18;
        if (fault_) throw InputError(at_line(place(), *fault_));
        piece_ = taken_ = num_pieces_ = 0;
        const LineBlocks lines = cut_into_blocks(text_->next(), kPieceBytes, parsed_lines_);
        const std::vector<LineBlock>& blocks = lines.blocks;
        parsed_lines_ += lines.num_lines;
        num_pieces_ = blocks.size();
        pieces_.resize(std::max(pieces_.size(), num_pieces_));
        std::vector<std::optional<LineFault>> faults(num_pieces_);
        parallel_for(num_pieces_, [&](std::size_t b) {
            const std::size_t end =
                b + 1 < blocks.size() ? blocks[b + 1].first_line : parsed_lines_;
            const std::size_t num_lines = end - blocks[b].first_line;
            Piece& piece = pieces_[b];
            piece.size = 0;
            try {
                require_room(blocks[b], num_lines, columns());
                piece.make_room(num_lines * columns());
                parser_.parse(blocks[b], piece.values.get());
            } catch (LineFault& fault) {
                piece.size = std::min(piece.size, (fault.line - blocks[b].first_line) * columns());
                faults[b] = std::move(fault);
            }
        });
        const auto fault =
            std::ranges::find_if(faults, [](const auto& f) { return f.has_value(); });
        if (fault == faults.end()) return;
        fault_ = std::move(*fault);
        num_pieces_ = static_cast<std::size_t>(fault - faults.begin());
        if (pieces_[num_pieces_].size > 0) ++num_pieces_;
        if (num_pieces_ == 0) throw InputError(at_line(place(), *fault_));
    }

    std::unique_ptr<TextStream> text_;
    RowParser<Value> parser_;
    std::vector<Piece> pieces_;
    std::size_t num_pieces_ = 0, piece_ = 0;
    std::size_t taken_ = 0;  // values of that piece
    std::size_t line_ = 0, parsed_lines_ = 0;
    std::optional<LineFault> fault_;  // of the line after the last piece
};

}  // namespace dhgak
