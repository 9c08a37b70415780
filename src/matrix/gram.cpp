// SPDX-License-Identifier: MIT
#include "dhgak/matrix/gram.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>

#include "dhgak/core/parallel.h"
#include "matrix/row_blocks.h"

namespace dhgak {
namespace {

constexpr std::size_t kTile = 64;
constexpr std::size_t kDenseShare = 4;  // a column in one row of so many is kept dense

// The rows of a sparse matrix seen from its columns. A column that most rows have is kept dense as
// well: adding it is then a plain vector loop instead of a scatter, about five times faster an
// entry. This at most quadruples the memory of the entries.
struct Columns {
    static constexpr std::int64_t kSparse = -1;

    std::vector<std::size_t> offsets;         // column c owns entries [offsets[c], offsets[c + 1])
    std::vector<std::uint32_t> rows;          // by entry, ascending inside a column
    std::vector<double> values;               // by entry
    std::vector<std::size_t> place_of_entry;  // by entry of the rows: its place among the columns'
    std::vector<std::int64_t> dense_of_column;  // start in `dense`, or kSparse
    std::vector<double> dense;

    explicit Columns(const SparseMatrix& matrix)
        : offsets(matrix.num_cols + 1),
          rows(matrix.num_entries()),
          values(matrix.num_entries()),
          place_of_entry(matrix.num_entries()),
          dense_of_column(matrix.num_cols, kSparse) {
        for (const std::int32_t c : matrix.columns) ++offsets[static_cast<std::size_t>(c) + 1];
        for (std::size_t c = 0; c < matrix.num_cols; ++c) {
            if (offsets[c + 1] * kDenseShare >= matrix.num_rows() && offsets[c + 1] > 1) {
                dense_of_column[c] = static_cast<std::int64_t>(dense.size());
                dense.resize(dense.size() + matrix.num_rows());
            }
            offsets[c + 1] += offsets[c];
        }
        std::vector<std::size_t> next(offsets.begin(), offsets.end() - 1);
        for (std::size_t r = 0; r < matrix.num_rows(); ++r) {
            const auto end = static_cast<std::size_t>(matrix.row_offsets[r + 1]);
            for (auto e = static_cast<std::size_t>(matrix.row_offsets[r]); e < end; ++e) {
                const auto c = static_cast<std::size_t>(matrix.columns[e]);
                const std::size_t place = next[c]++;
                place_of_entry[e] = place;
                rows[place] = static_cast<std::uint32_t>(r);
                values[place] = matrix.values[e];
                if (dense_of_column[c] != kSparse)
                    dense[static_cast<std::size_t>(dense_of_column[c]) + r] = matrix.values[e];
            }
        }
    }

    // Null if the column is not kept dense.
    const double* dense_column(std::int32_t c) const {
        const std::int64_t start = dense_of_column[static_cast<std::size_t>(c)];
        return start == kSparse ? nullptr : dense.data() + start;
    }
};

// One entry of a row in a column that is kept dense.
struct DenseTerm {
    double value;
    const double* column;
};

// sums[j] += combine(value, column[j]) for each term, in their order. Four terms at a time, since
// reading and writing the sums is what costs.
template <typename Combine>
void add_dense(double* sums, std::span<const DenseTerm> terms, std::size_t begin, std::size_t end,
               Combine combine) {
    std::size_t t = 0;
    for (; t + 4 <= terms.size(); t += 4) {
        const DenseTerm a = terms[t], b = terms[t + 1], c = terms[t + 2], d = terms[t + 3];
        for (std::size_t j = begin; j < end; ++j)
            sums[j] = (((sums[j] + combine(a.value, a.column[j])) + combine(b.value, b.column[j])) +
                       combine(c.value, c.column[j])) +
                      combine(d.value, d.column[j]);
    }
    for (; t < terms.size(); ++t)
        for (std::size_t j = begin; j < end; ++j)
            sums[j] += combine(terms[t].value, terms[t].column[j]);
}

// Adds sum_c combine(x_c, y_c) for each pair of rows i <= j, where combine(x, 0) = 0. A pair's
// terms are added by one thread, dense columns first, so that threads do not change a bit.
template <typename Combine>
void add_pairs(GramMatrix& gram, const SparseMatrix& matrix, Combine combine) {
    assert(gram.size() == matrix.num_rows());
    const std::size_t size = gram.size();
    const Columns columns(matrix);
    parallel_blocks(size, kRowBlock, [&](std::size_t first_row, std::size_t last_row) {
        std::vector<DenseTerm> dense;
        for (std::size_t i = first_row; i < last_row; ++i) {
            double* sums = gram.row(i).data();
            const auto begin = static_cast<std::size_t>(matrix.row_offsets[i]);
            const auto end = static_cast<std::size_t>(matrix.row_offsets[i + 1]);
            dense.clear();
            for (std::size_t e = begin; e < end; ++e)
                if (const double* column = columns.dense_column(matrix.columns[e]))
                    dense.push_back({.value = matrix.values[e], .column = column});
            add_dense(sums, dense, i, size, combine);
            for (std::size_t e = begin; e < end; ++e) {
                if (columns.dense_column(matrix.columns[e])) continue;
                const double x = matrix.values[e];
                const std::size_t last =
                    columns.offsets[static_cast<std::size_t>(matrix.columns[e]) + 1];
                for (std::size_t k = columns.place_of_entry[e]; k < last; ++k)
                    sums[columns.rows[k]] += combine(x, columns.values[k]);
            }
        }
    });
}

// The same for each of `rows` with each of `others`, which have the same columns.
template <typename Combine>
void add_cross_pairs(CrossGram& cross, const SparseMatrix& rows, const SparseMatrix& others,
                     Combine combine) {
    assert(rows.num_cols == others.num_cols);
    assert(cross.rows == rows.num_rows() && cross.cols == others.num_rows());
    const Columns by_column(others);
    parallel_for(cross.rows, kRowBlock, [&](std::size_t r) {
        const auto sums = cross.row(r);
        const auto end = static_cast<std::size_t>(rows.row_offsets[r + 1]);
        for (auto e = static_cast<std::size_t>(rows.row_offsets[r]); e < end; ++e) {
            const auto c = static_cast<std::size_t>(rows.columns[e]);
            for (std::size_t k = by_column.offsets[c]; k < by_column.offsets[c + 1]; ++k)
                sums[by_column.rows[k]] += combine(rows.values[e], by_column.values[k]);
        }
    });
}

}  // namespace

double inverse_root(double length) { return length > 0 ? 1 / std::sqrt(length) : 0; }

void add_inner_products(GramMatrix& gram, const SparseMatrix& features) {
    add_pairs(gram, features, [](double x, double y) { return x * y; });
}

void add_intersections(GramMatrix& gram, const SparseMatrix& counts) {
    add_pairs(gram, counts, [](double x, double y) { return x < y ? x : y; });
}

CrossGram cross_products(const SparseMatrix& rows, const SparseMatrix& columns) {
    CrossGram cross(rows.num_rows(), columns.num_rows());
    add_cross_pairs(cross, rows, columns, [](double x, double y) { return x * y; });
    return cross;
}

void add_cross_intersections(CrossGram& cross, const SparseMatrix& rows,
                             const SparseMatrix& columns) {
    add_cross_pairs(cross, rows, columns, [](double x, double y) { return x < y ? x : y; });
}

void mirror(GramMatrix& gram) {
    const std::size_t size = gram.size();
    parallel_blocks(size, kTile, [&](std::size_t begin, std::size_t end) {
        for (std::size_t tile = 0; tile < end; tile += kTile)
            for (std::size_t i = begin; i < end; ++i) {
                const std::size_t last = std::min(tile + kTile, i);
                for (std::size_t j = tile; j < last; ++j) gram(i, j) = gram(j, i);
            }
    });
}

void normalize(GramMatrix& gram, std::span<const double> lengths) {
    const std::size_t size = gram.size();
    std::vector<double> scale(size);
    for (std::size_t i = 0; i < size; ++i) {
        const double self = gram(i, i) + (lengths.empty() ? 0 : lengths[i]);
        scale[i] = inverse_root(self);
    }
    parallel_for(size, kRowBlock, [&](std::size_t i) {
        for (std::size_t j = 0; j < size; ++j) gram(i, j) *= scale[i] * scale[j];
        if (scale[i] > 0) gram(i, i) = 1;
    });
}

void normalize(CrossGram& cross, std::span<const double> rows, std::span<const double> columns) {
    assert(rows.size() == cross.rows && columns.size() == cross.cols);
    for (std::size_t r = 0; r < cross.rows; ++r)
        for (std::size_t c = 0; c < cross.cols; ++c)
            cross.row(r)[c] *= inverse_root(rows[r]) * inverse_root(columns[c]);
}

void copy_new_rows(const CrossGram& cross, GramMatrix& gram) {
    assert(gram.size() == cross.rows + cross.cols);
    for (std::size_t r = 0; r < cross.rows; ++r)
        for (std::size_t c = 0; c < cross.cols; ++c)
            gram(cross.cols + r, c) = gram(c, cross.cols + r) = cross.row(r)[c];
}

}  // namespace dhgak
