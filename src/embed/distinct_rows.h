// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "dhgak/core/matrix.h"

namespace dhgak {

// Numbers pairs of numbers by first occurrence.
class PairNumbering {
public:
    explicit PairNumbering(std::size_t max_pairs);

    std::uint32_t number(std::uint32_t first, std::uint32_t second);

    std::size_t size() const { return keys_.size(); }
    std::uint32_t first(std::size_t pair) const {
        return static_cast<std::uint32_t>(keys_[pair] >> 32);
    }
    std::uint32_t second(std::size_t pair) const { return static_cast<std::uint32_t>(keys_[pair]); }

private:
    std::vector<std::uint32_t> slots_;
    std::vector<std::uint64_t> keys_;
};

// Rows that hold the same bytes, numbered by first occurrence.
struct DistinctRows {
    std::vector<std::uint32_t> number_of_row;
    std::vector<std::uint32_t> first_row;  // by number

    bool all_distinct() const { return first_row.size() == number_of_row.size(); }
};

DistinctRows find_distinct_rows(const Matrix& rows);

}  // namespace dhgak
