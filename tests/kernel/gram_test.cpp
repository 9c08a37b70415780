// SPDX-License-Identifier: MIT
#include "dhgak/matrix/gram.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "core/random.h"
#include "dhgak/core/parallel.h"

namespace dhgak {
namespace {

constexpr std::size_t kRows = 150;
constexpr std::size_t kCols = 40;

// Columns 0..3 are in most rows, the others in few: both ways of adding them are taken.
SparseMatrix random_counts(std::uint64_t seed) {
    Random random(seed);
    SparseMatrix matrix;
    matrix.num_cols = kCols;
    for (std::size_t r = 0; r < kRows; ++r) {
        for (std::size_t c = 0; c < kCols; ++c)
            if (random.uniform() < (c < 4 ? 0.9 : 0.05)) {
                matrix.columns.push_back(static_cast<std::int32_t>(c));
                matrix.values.push_back(static_cast<double>(1 + random.below(9)));
            }
        matrix.row_offsets.push_back(static_cast<std::int64_t>(matrix.columns.size()));
    }
    return matrix;
}

std::vector<double> dense(const SparseMatrix& matrix) {
    std::vector<double> values(matrix.num_rows() * matrix.num_cols);
    for (std::size_t r = 0; r < matrix.num_rows(); ++r)
        for (auto e = matrix.row_offsets[r]; e < matrix.row_offsets[r + 1]; ++e)
            values[r * matrix.num_cols + static_cast<std::size_t>(matrix.columns[e])] =
                matrix.values[e];
    return values;
}

template <typename Combine>
void expect_sums(const GramMatrix& gram, const SparseMatrix& matrix, Combine combine) {
    const std::vector<double> rows = dense(matrix);
    for (std::size_t i = 0; i < kRows; ++i)
        for (std::size_t j = 0; j < kRows; ++j) {
            double sum = 0;
            for (std::size_t c = 0; c < kCols; ++c)
                sum += combine(rows[i * kCols + c], rows[j * kCols + c]);
            ASSERT_EQ(gram(i, j), sum) << i << ' ' << j;  // whole numbers: exact
        }
}

TEST(Gram, AddsInnerProducts) {
    const SparseMatrix counts = random_counts(1);
    GramMatrix gram(kRows);
    add_inner_products(gram, counts);
    mirror(gram);
    expect_sums(gram, counts, [](double x, double y) { return x * y; });
}

TEST(Gram, AddsIntersections) {
    const SparseMatrix counts = random_counts(2);
    GramMatrix gram(kRows);
    add_intersections(gram, counts);
    mirror(gram);
    expect_sums(gram, counts, [](double x, double y) { return std::min(x, y); });
}

TEST(Gram, KeepsWhatItHeldBefore) {
    GramMatrix twice(kRows), once(kRows);
    add_inner_products(once, random_counts(3));
    add_inner_products(twice, random_counts(3));
    add_inner_products(twice, random_counts(3));
    for (std::size_t k = 0; k < kRows * kRows; ++k)
        ASSERT_EQ(twice.values()[k], 2 * once.values()[k]);
}

TEST(Gram, HasTheSameBitsOnBothSidesAndAtAnyThreadCount) {
    SparseMatrix features = random_counts(4);
    for (double& value : features.values) value = std::sqrt(value) / 7;
    std::vector<std::vector<double>> results;
    for (const std::size_t threads : {1, 2, 8}) {
        set_num_threads(threads);
        GramMatrix gram(kRows);
        add_inner_products(gram, features);
        add_intersections(gram, features);
        mirror(gram);
        normalize(gram);
        for (std::size_t i = 0; i < kRows; ++i)
            for (std::size_t j = 0; j < i; ++j) ASSERT_EQ(gram(i, j), gram(j, i));
        results.emplace_back(gram.values().begin(), gram.values().end());
    }
    set_num_threads(0);
    EXPECT_EQ(results[0], results[1]);
    EXPECT_EQ(results[0], results[2]);
}

TEST(Gram, NormalizesToAUnitDiagonal) {
    GramMatrix gram(2);
    gram(0, 0) = 4;
    gram(1, 1) = 9;
    gram(0, 1) = gram(1, 0) = 3;
    normalize(gram);
    EXPECT_EQ(gram(0, 0), 1);
    EXPECT_EQ(gram(1, 1), 1);
    EXPECT_DOUBLE_EQ(gram(0, 1), 0.5);
}

TEST(Gram, NormalizesAZeroRowToZeros) {
    GramMatrix gram(2);
    gram(0, 0) = 4;
    normalize(gram);
    EXPECT_EQ(std::vector(gram.values().begin(), gram.values().end()),
              (std::vector<double>{1, 0, 0, 0}));
}

TEST(Gram, MayBeEmpty) {
    GramMatrix gram(0);
    add_inner_products(gram, {});
    normalize(gram);
    EXPECT_EQ(gram.size(), 0U);
}

TEST(SparseMatrix, PutsColumnsSideBySide) {
    const SparseMatrix left = {
        .num_cols = 3, .row_offsets = {0, 1, 1}, .columns = {2}, .values = {5}};
    const SparseMatrix right = {
        .num_cols = 2, .row_offsets = {0, 1, 3}, .columns = {0, 0, 1}, .values = {6, 7, 8}};
    const SparseMatrix joined = side_by_side(std::vector{left, right});
    EXPECT_EQ(joined.num_cols, 5U);
    EXPECT_EQ(joined.row_offsets, (std::vector<std::int64_t>{0, 2, 4}));
    EXPECT_EQ(joined.columns, (std::vector<std::int32_t>{2, 3, 3, 4}));
    EXPECT_EQ(joined.values, (std::vector<double>{5, 6, 7, 8}));
}

TEST(SparseMatrix, NormalizesRowsToUnitLengthAndLeavesZerosAlone) {
    SparseMatrix matrix = {
        .num_cols = 2, .row_offsets = {0, 2, 2}, .columns = {0, 1}, .values = {3, 4}};
    normalize_rows(matrix);
    EXPECT_EQ(matrix.values, (std::vector<double>{0.6, 0.8}));
}

}  // namespace
}  // namespace dhgak
