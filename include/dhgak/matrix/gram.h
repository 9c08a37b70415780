// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "dhgak/matrix/sparse_matrix.h"

namespace dhgak {

// A symmetric kernel matrix, stored whole.
class GramMatrix {
public:
    GramMatrix() = default;
    explicit GramMatrix(std::size_t size) : size_(size), values_(size * size) {}

    std::size_t size() const { return size_; }
    double& operator()(std::size_t i, std::size_t j) { return values_[i * size_ + j]; }
    double operator()(std::size_t i, std::size_t j) const { return values_[i * size_ + j]; }
    std::span<double> row(std::size_t i) { return {values_.data() + i * size_, size_}; }
    std::span<const double> row(std::size_t i) const { return {values_.data() + i * size_, size_}; }
    std::span<const double> values() const { return values_; }

private:
    std::size_t size_ = 0;
    std::vector<double> values_;
};

// Kernel values between some graphs (rows) and others (columns).
struct CrossGram {
    std::size_t rows = 0;
    std::size_t cols = 0;
    std::vector<double> values;  // row by row

    CrossGram() = default;
    CrossGram(std::size_t num_rows, std::size_t num_cols, double value = 0)
        : rows(num_rows), cols(num_cols), values(num_rows * num_cols, value) {}

    std::span<const double> row(std::size_t r) const { return {values.data() + r * cols, cols}; }
    std::span<double> row(std::size_t r) { return {values.data() + r * cols, cols}; }
};

// Adds the inner products of the rows of `features` to the upper triangle of `gram`. When all that
// there is to add has been added, `mirror` makes the rest.
void add_inner_products(GramMatrix& gram, const SparseMatrix& features);

// Adds the histogram intersections of the rows, sum_c min(x_c, y_c); their entries are >= 0.
void add_intersections(GramMatrix& gram, const SparseMatrix& counts);

// The inner products of each of `rows` with each of `columns`, which have the same columns.
CrossGram cross_products(const SparseMatrix& rows, const SparseMatrix& columns);

// Adds the histogram intersections of each of `rows` with each of `columns`.
void add_cross_intersections(CrossGram& cross, const SparseMatrix& rows,
                             const SparseMatrix& columns);

// Copies the upper triangle to the lower one.
void mirror(GramMatrix& gram);

// What a row of this squared length is multiplied with to be of length 1; 0 where there is nothing.
double inverse_root(double length);

// K_ij / sqrt(K_ii K_jj). A graph whose K_ii is 0 keeps a row of zeros: never NaN. Where `lengths`
// are given, K_ii counts as that much larger.
void normalize(GramMatrix& gram, std::span<const double> lengths = {});

// Normalises where the values of rows and columns with themselves are known.
void normalize(CrossGram& cross, std::span<const double> rows, std::span<const double> columns);

// Copies the values of new graphs with the training graphs to where they stand in a matrix of the
// training graphs, then the new ones.
void copy_new_rows(const CrossGram& cross, GramMatrix& gram);

}  // namespace dhgak
