// SPDX-License-Identifier: MIT
#include "core/select_rows.h"

#include <algorithm>

#include "dhgak/core/parallel.h"

namespace dhgak {

Matrix select_rows(const Matrix& matrix, std::span<const std::uint32_t> rows) {
    constexpr std::size_t kRowsPerBlock = 1024;
    Matrix selected = Matrix::for_overwrite(rows.size(), matrix.cols());
    parallel_for(rows.size(), kRowsPerBlock, [&](std::size_t r) {
        std::ranges::copy(matrix.row(rows[r]), selected.row(r).begin());
    });
    return selected;
}

}  // namespace dhgak
