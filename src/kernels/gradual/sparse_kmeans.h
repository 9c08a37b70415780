// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace dhgak {

// Rows of counts that are 0 nearly everywhere; dimensions ascend inside a row.
struct SparseRows {
    std::vector<std::size_t> offsets = {0};  // row r owns entries [offsets[r], offsets[r + 1])
    std::vector<std::uint64_t> dimensions;
    std::vector<double> values;

    std::size_t size() const { return offsets.size() - 1; }
    std::span<const std::uint64_t> dimensions_of(std::size_t row) const {
        return std::span(dimensions).subspan(offsets[row], offsets[row + 1] - offsets[row]);
    }
    std::span<const double> values_of(std::size_t row) const {
        return std::span(values).subspan(offsets[row], offsets[row + 1] - offsets[row]);
    }
    void add(std::span<const std::uint64_t> row_dimensions, std::span<const double> row_values);
};

// The nearest of the centres [first, last), the first one if several are. Dimensions of the row
// that no centre has put it as far from all, and count for nothing.
std::size_t nearest_center(const SparseRows& centers, std::size_t first, std::size_t last,
                           std::span<const std::uint64_t> dimensions,
                           std::span<const double> values);

struct SparseKmeansOptions {
    std::size_t clusters = 4;
    std::size_t starts = 10;
    std::uint64_t seed = 0;
};

// The centres of Lloyd's algorithm from rows that are drawn by weight, the best of some starts, in
// the order of the first row that is theirs; none is without rows. Rows differ, and are more than
// clusters. The result depends on the rows in this order.
SparseRows sparse_kmeans(const SparseRows& rows, std::span<const double> weights,
                         const SparseKmeansOptions& options);

}  // namespace dhgak
