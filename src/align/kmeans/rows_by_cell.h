// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace dhgak {

// The rows of each cell, in their order.
struct RowsByCell {
    std::vector<std::size_t> offsets;  // by cell
    std::vector<std::uint32_t> rows;

    RowsByCell(std::span<const std::int32_t> cell_of_row, std::size_t num_cells)
        : offsets(num_cells + 1), rows(cell_of_row.size()) {
        for (const std::int32_t cell : cell_of_row) ++offsets[static_cast<std::size_t>(cell) + 1];
        std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
        std::vector<std::size_t> next = offsets;
        for (std::size_t row = 0; row < cell_of_row.size(); ++row)
            rows[next[static_cast<std::size_t>(cell_of_row[row])]++] =
                static_cast<std::uint32_t>(row);
    }

    std::size_t size_of(std::size_t cell) const { return offsets[cell + 1] - offsets[cell]; }

    std::span<const std::uint32_t> of(std::size_t cell) const {
        return std::span(rows).subspan(offsets[cell], size_of(cell));
    }
};

}  // namespace dhgak
