// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "dhgak/matrix/sparse_matrix.h"

namespace dhgak {

// Rows handed to these loops are filled up to a multiple of this many numbers.
constexpr std::size_t kRowPadding = 8;

constexpr std::size_t padded(std::size_t size) {
    return (size + kRowPadding - 1) / kRowPadding * kRowPadding;
}

// A dense matrix of zeros, to be filled; its rows are padded.
class PaddedMatrix {
public:
    PaddedMatrix() = default;
    PaddedMatrix(std::size_t rows, std::size_t cols)
        : rows_(rows), cols_(cols), stride_(padded(cols)), values_(rows * stride_) {}

    // What it holds afterwards is not said; memory that it had is used again.
    void reshape(std::size_t rows, std::size_t cols) {
        rows_ = rows;
        cols_ = cols;
        stride_ = padded(cols);
        values_.resize(rows * stride_);
    }

    std::size_t rows() const { return rows_; }
    std::size_t cols() const { return cols_; }
    std::size_t stride() const { return stride_; }
    double* row(std::size_t i) { return values_.data() + i * stride_; }
    const double* row(std::size_t i) const { return values_.data() + i * stride_; }

private:
    std::size_t rows_ = 0, cols_ = 0, stride_ = 0;
    std::vector<double> values_;
};

// Some rows of a matrix, each `width` numbers of the `stride` from one to the next.
template <class Number>
struct Rows {
    Number* first = nullptr;
    std::size_t stride = 0;
    std::size_t width = 0;  // a multiple of kRowPadding
};

// Row i of `result` becomes the sum of the rows of `source` that row begin + i of `weights` names,
// each times its weight; for all rows begin + i < end.
void combine_rows(const SparseMatrix& weights, std::size_t begin, std::size_t end,
                  Rows<const double> source, Rows<double> result);

// The other way round: adds row i of `source` to each row of `sums` that row begin + i of `weights`
// names, times its weight.
void spread_rows(const SparseMatrix& weights, std::size_t begin, std::size_t end,
                 Rows<const double> source, Rows<double> sums);

// sum += weight * row.
void add_row(double* sum, const double* row, double weight, std::size_t width);

// What attention makes of tangent kernels, T = 2 S + 2 T.
inline void attend_tangents(const double* start, double* tangent, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) tangent[i] = 2 * start[i] + 2 * tangent[i];
}

// A layer of rectified units: the arc-cosine kernels of degree 1 and 0. Rows are of covariances at
// the start of training and of the tangent kernel; the roots are those of own covariances, by row
// and by column. Correlations are multiplied by `correlation`, then cut at 1.
void rectify_rows(Rows<double> start, Rows<double> tangent, std::span<const double> row_roots,
                  const double* column_roots, double correlation);

}  // namespace dhgak
