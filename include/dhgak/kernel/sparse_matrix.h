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

}  // namespace dhgak
