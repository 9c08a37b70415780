// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dhgak/core/matrix.h"

namespace dhgak {

// A hash of a row; equal rows have equal ones. -0 and 0 are equal.
std::uint64_t hash_row(std::span<const float> row);

// Finds rows of a matrix by their values.
class RowTable {
public:
    static constexpr std::uint32_t kNone = ~std::uint32_t{0};

    // An empty table with room for all rows. Keeps a reference to them.
    explicit RowTable(const Matrix& rows);

    // The row that was added first of those equal to `values`; kNone without one. `hash` is that of
    // the values.
    std::uint32_t find(std::span<const float> values, std::uint64_t hash) const {
        return row_in_slot_[slot_of(values, hash)];
    }

    // Adds a row and returns it, or returns the equal one that is there.
    std::uint32_t add(std::uint32_t row, std::uint64_t hash);

private:
    std::size_t slot_of(std::span<const float> values, std::uint64_t hash) const;

    const Matrix& rows_;
    std::vector<std::uint32_t> row_in_slot_;
    std::vector<std::uint64_t> hash_in_slot_;
};

}  // namespace dhgak
