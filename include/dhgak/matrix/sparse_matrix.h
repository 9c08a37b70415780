// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace dhgak {

// Compressed sparse rows, as SciPy's csr_matrix has them; columns ascend inside a row.
struct SparseMatrix {
    std::size_t num_cols = 0;
    std::vector<std::int64_t> row_offsets = {0};
    std::vector<std::int32_t> columns;
    std::vector<double> values;

    std::size_t num_rows() const { return row_offsets.size() - 1; }
    std::size_t num_entries() const { return values.size(); }
};

// Throws Error if so many columns outgrow their 32-bit numbers.
void require_countable(std::size_t num_columns);

// The columns of the parts side by side, if they are countable; all parts have the same rows.
SparseMatrix side_by_side(std::span<const SparseMatrix> parts);

// The rows [begin, end) of a matrix.
SparseMatrix rows_between(const SparseMatrix& matrix, std::size_t begin, std::size_t end);

// Puts the rows of `more` behind those of `matrix`; both have the same columns.
void append_rows(SparseMatrix& matrix, const SparseMatrix& more);

SparseMatrix transpose(const SparseMatrix& matrix);

// Scales each row to unit length; a row of zeros stays one. Where `lengths` are given, the square
// of a row's length counts as that much larger.
void normalize_rows(SparseMatrix& matrix, std::span<const double> lengths = {});

}  // namespace dhgak
