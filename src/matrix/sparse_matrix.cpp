// SPDX-License-Identifier: MIT
#include "dhgak/matrix/sparse_matrix.h"

#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/core/parallel.h"

namespace dhgak {
namespace {

constexpr std::size_t kSparseRowBlock = 64;

}  // namespace

void require_countable(std::size_t num_columns) {
    if (num_columns > std::numeric_limits<std::int32_t>::max())
        throw Error(fmt::format(
            "features would have {} columns, more than a 32-bit number can count; smaller graphs "
            "have fewer, and cv with --learner svm needs none",
            num_columns));
}

SparseMatrix side_by_side(std::span<const SparseMatrix> parts) {
    SparseMatrix joined;
    if (parts.empty()) return joined;
    const std::size_t num_rows = parts.front().num_rows();
    joined.row_offsets.assign(num_rows + 1, 0);
    for (const SparseMatrix& part : parts) {
        assert(part.num_rows() == num_rows);
        joined.num_cols += part.num_cols;
        for (std::size_t r = 0; r <= num_rows; ++r) joined.row_offsets[r] += part.row_offsets[r];
    }
    require_countable(joined.num_cols);

    const auto num_entries = static_cast<std::size_t>(joined.row_offsets.back());
    joined.columns.resize(num_entries);
    joined.values.resize(num_entries);
    parallel_for(num_rows, kSparseRowBlock, [&](std::size_t r) {
        auto out = static_cast<std::size_t>(joined.row_offsets[r]);
        std::int32_t first_column = 0;
        for (const SparseMatrix& part : parts) {
            const auto end = static_cast<std::size_t>(part.row_offsets[r + 1]);
            for (auto e = static_cast<std::size_t>(part.row_offsets[r]); e < end; ++e, ++out) {
                joined.columns[out] = first_column + part.columns[e];
                joined.values[out] = part.values[e];
            }
            first_column += static_cast<std::int32_t>(part.num_cols);
        }
    });
    return joined;
}

SparseMatrix rows_between(const SparseMatrix& matrix, std::size_t begin, std::size_t end) {
    SparseMatrix rows = {.num_cols = matrix.num_cols};
    const std::int64_t first = matrix.row_offsets[begin], last = matrix.row_offsets[end];
    for (std::size_t r = begin; r < end; ++r)
        rows.row_offsets.push_back(matrix.row_offsets[r + 1] - first);
    rows.columns.assign(matrix.columns.begin() + first, matrix.columns.begin() + last);
    rows.values.assign(matrix.values.begin() + first, matrix.values.begin() + last);
    return rows;
}

void append_rows(SparseMatrix& matrix, const SparseMatrix& more) {
    assert(matrix.num_cols == more.num_cols);
    const std::int64_t shift = matrix.row_offsets.back();
    for (std::size_t r = 1; r < more.row_offsets.size(); ++r)
        matrix.row_offsets.push_back(shift + more.row_offsets[r]);
    matrix.columns.insert(matrix.columns.end(), more.columns.begin(), more.columns.end());
    matrix.values.insert(matrix.values.end(), more.values.begin(), more.values.end());
}

SparseMatrix transpose(const SparseMatrix& matrix) {
    SparseMatrix result;
    result.num_cols = matrix.num_rows();
    result.row_offsets.assign(matrix.num_cols + 1, 0);
    for (const std::int32_t column : matrix.columns)
        ++result.row_offsets[static_cast<std::size_t>(column) + 1];
    std::partial_sum(result.row_offsets.begin(), result.row_offsets.end(),
                     result.row_offsets.begin());
    result.columns.resize(matrix.columns.size());
    result.values.resize(matrix.values.size());
    std::vector<std::int64_t> next = result.row_offsets;
    for (std::size_t i = 0; i < matrix.num_rows(); ++i)
        for (auto e = static_cast<std::size_t>(matrix.row_offsets[i]);
             e < static_cast<std::size_t>(matrix.row_offsets[i + 1]); ++e) {
            const auto place =
                static_cast<std::size_t>(next[static_cast<std::size_t>(matrix.columns[e])]++);
            result.columns[place] = static_cast<std::int32_t>(i);
            result.values[place] = matrix.values[e];
        }
    return result;
}

void normalize_rows(SparseMatrix& matrix, std::span<const double> lengths) {
    parallel_for(matrix.num_rows(), kSparseRowBlock, [&](std::size_t r) {
        const auto begin = static_cast<std::size_t>(matrix.row_offsets[r]);
        const auto end = static_cast<std::size_t>(matrix.row_offsets[r + 1]);
        double sum = 0;
        for (std::size_t e = begin; e < end; ++e) sum += matrix.values[e] * matrix.values[e];
        if (!lengths.empty()) sum += lengths[r];
        if (sum == 0) return;
        const double length = std::sqrt(sum);
        for (std::size_t e = begin; e < end; ++e) matrix.values[e] /= length;
    });
}

}  // namespace dhgak
