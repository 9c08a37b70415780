// SPDX-License-Identifier: MIT
#include "dhgak/core/matrix.h"

#include <algorithm>
#include <cstdint>

#include <gtest/gtest.h>

namespace dhgak {
namespace {

TEST(Matrix, BeginsWithZeros) {
    const Matrix matrix(3, 5);
    EXPECT_EQ(std::ranges::count(matrix.values(), 0.0f), 15);
}

TEST(Matrix, KeepsItsValuesWhenLargeEnoughForHugePages) {
    constexpr std::size_t kRows = 3000, kCols = 1000;  // 12 MB, no whole number of huge pages
    Matrix matrix = Matrix::for_overwrite(kRows, kCols);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(matrix.values().data()) % (1U << 21), 0U);
    for (std::size_t r = 0; r < kRows; ++r) std::ranges::fill(matrix.row(r), static_cast<float>(r));
    const Matrix copy = matrix;
    const Matrix moved = std::move(matrix);
    EXPECT_EQ(copy, moved);
    for (std::size_t r = 0; r < kRows; ++r) {
        ASSERT_EQ(moved(r, 0), static_cast<float>(r));
        ASSERT_EQ(moved(r, kCols - 1), static_cast<float>(r));
    }
}

}  // namespace
}  // namespace dhgak
