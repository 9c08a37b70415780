// SPDX-License-Identifier: MIT
#include "kernels/tangents/row_loops.h"

#include <cmath>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

namespace dhgak {
namespace {

constexpr std::size_t kWidth = 5 * kRowPadding;

PaddedMatrix numbered(std::size_t rows) {
    PaddedMatrix matrix(rows, kWidth);
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t j = 0; j < kWidth; ++j)
            matrix.row(i)[j] = static_cast<double>(100 * i + j);
    return matrix;
}

// Row 0 takes twice row 1, row 1 nothing, row 2 the sum of all.
const SparseMatrix kWeights = {
    .num_cols = 3, .row_offsets = {0, 1, 1, 4}, .columns = {1, 0, 1, 2}, .values = {2, 1, 1, 1}};

TEST(RowLoops, CombineRows) {
    const PaddedMatrix source = numbered(3);
    PaddedMatrix result = numbered(3);
    combine_rows(kWeights, 0, 3, {source.row(0), kWidth, kWidth}, {result.row(0), kWidth, kWidth});
    for (std::size_t j = 0; j < kWidth; ++j) {
        EXPECT_EQ(result.row(0)[j], 2 * source.row(1)[j]);
        EXPECT_EQ(result.row(1)[j], 0);
        EXPECT_EQ(result.row(2)[j], source.row(0)[j] + source.row(1)[j] + source.row(2)[j]);
    }
}

TEST(RowLoops, SpreadRows) {
    const PaddedMatrix source = numbered(1);  // row 2 of the weights
    PaddedMatrix sums = numbered(3);
    spread_rows(kWeights, 2, 3, {source.row(0), kWidth, kWidth}, {sums.row(0), kWidth, kWidth});
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < kWidth; ++j)
            EXPECT_EQ(sums.row(i)[j], numbered(3).row(i)[j] + source.row(0)[j]);
}

// Angles near 0 count most: there the arc cosine is steep, and cosines have lost digits already.
TEST(RowLoops, RectifyAsAccuratelyAsLongDoubles) {
    std::vector<double> correlations = {0, 0.25, 0.5, 1, 1 - 1e-13};
    for (double gap = 0.9; gap > 1.1e-12; gap *= 0.7) correlations.push_back(1 - gap);
    const std::vector<double> column_roots(kRowPadding, 3);
    for (const double correlation : correlations) {
        std::vector<double> start(kRowPadding, 6 * correlation), tangent(kRowPadding, 0.5);
        rectify_rows({start.data(), kRowPadding, kRowPadding},
                     {tangent.data(), kRowPadding, kRowPadding}, std::vector<double>{2},
                     column_roots.data(), 1);
        // The correlation that the loop sees, after its own rounding.
        long double rho = 6 * correlation / 6.0;
        if (rho > 1 - 1e-12L) rho = 1;
        const long double pi = std::numbers::pi_v<long double>;
        const long double open = 1 - std::acos(rho) / pi;
        const long double value = 6 * (rho * open + std::sqrt(1 - rho * rho) / pi);
        for (std::size_t j = 0; j < kRowPadding; ++j) {
            EXPECT_NEAR(start[j], static_cast<double>(value), 1e-14) << correlation;
            EXPECT_NEAR(tangent[j], static_cast<double>(open / 2 + value), 1e-14) << correlation;
        }
    }
}

TEST(RowLoops, RectifyCutsCorrelations) {
    std::vector<double> start(kRowPadding, 0.75), tangent(kRowPadding, 0);
    const std::vector<double> roots(kRowPadding, 1);
    rectify_rows({start.data(), kRowPadding, kRowPadding},
                 {tangent.data(), kRowPadding, kRowPadding}, std::vector<double>{1}, roots.data(),
                 2);
    for (const double value : start) EXPECT_EQ(value, 1);
}

}  // namespace
}  // namespace dhgak
