// SPDX-License-Identifier: MIT
#include "align/scan/nearest_search.h"

#include <gtest/gtest.h>

#include "align/cloud.h"
#include "align/scan/nearest_scan.h"
#include "core/random.h"

namespace dhgak {
namespace {

using testing_align::random_cloud;

void expect_as_by_a_scan(const Matrix& points, const Matrix& rows) {
    EXPECT_EQ(NearestSearch(rows).nearest(points), scan_nearest(points, RowGroups(rows)))
        << rows.rows() << " x " << rows.cols();
}

// Small whole numbers: distances are exact and full of ties.
Matrix grid(std::size_t rows, std::size_t cols, std::uint64_t seed, std::size_t size) {
    Matrix points(rows, cols);
    Random random(seed);
    for (float& value : points.values()) value = static_cast<float>(random.below(size));
    return points;
}

// Sums of a few vectors, as slices are.
Matrix sums_of_vectors(std::size_t rows, std::size_t cols, std::uint64_t seed) {
    const Matrix counts = grid(rows, 6, seed, 12), vectors = random_cloud(6, cols, 99);
    Matrix points(rows, cols);
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < cols; ++c)
            for (std::size_t a = 0; a < 6; ++a) points(r, c) += counts(r, a) * vectors(a, c);
    return points;
}

TEST(NearestSearch, FindsWhatAFullScanFinds) {
    for (const std::size_t cols : {1, 2, 5, 16, 33, 130})
        for (const std::size_t count : {1, 15, 17, 300, 513, 2100}) {
            const Matrix rows = random_cloud(count, cols, count);
            expect_as_by_a_scan(random_cloud(700, cols, count), rows);  // around the same places
            expect_as_by_a_scan(random_cloud(300, cols, 1), rows);      // around others
            expect_as_by_a_scan(rows, rows);
        }
}

TEST(NearestSearch, PrefersTheFirstOfEquallyNearRows) {
    for (const std::size_t cols : {1, 3, 6, 20})
        for (const std::size_t count : {40, 600, 3000})
            expect_as_by_a_scan(grid(1500, cols, 2, 7), grid(count, cols, 3, 7));
}

TEST(NearestSearch, HoldsForRowsThatFillFewDimensions) {
    const Matrix rows = sums_of_vectors(3000, 32, 1);
    expect_as_by_a_scan(sums_of_vectors(2000, 32, 2), rows);
    expect_as_by_a_scan(rows, rows);
    expect_as_by_a_scan(random_cloud(500, 32, 5), rows);
}

TEST(NearestSearch, HoldsFarFromTheOriginAndForTinyAndHugeNumbers) {
    const Matrix rows = random_cloud(1200, 12, 7), points = random_cloud(900, 12, 8);
    for (const float factor : {1e-30f, 1e-21f, 1e-19f, 1.0f, 1e11f})
        for (const float shift : {0.0f, 1e3f, 1e7f}) {
            const auto moved = [&](Matrix matrix) {
                for (float& value : matrix.values()) value = (value + shift) * factor;
                return matrix;
            };
            if (shift * factor < 1e12f) expect_as_by_a_scan(moved(points), moved(rows));
        }
}

TEST(NearestSearch, FindsRowsForPointsFarFromAll) {
    const Matrix rows = random_cloud(2000, 9, 3);
    Matrix far = random_cloud(400, 9, 4);
    for (float& value : far.values()) value *= 1e10f;
    expect_as_by_a_scan(far, rows);
}

TEST(NearestSearch, CopesWithRowsThatAreAllEqual) {
    Matrix equal(1000, 8);
    for (float& value : equal.values()) value = 2.5f;
    expect_as_by_a_scan(random_cloud(100, 8, 1), equal);
    EXPECT_EQ(NearestSearch(equal).nearest(equal), std::vector<std::int32_t>(1000, 0));
}

TEST(NearestSearch, CopesWithPointsOfNoDimension) {
    expect_as_by_a_scan(Matrix(3, 0), Matrix(2, 0));
}

TEST(NearestSearch, GivesTheRowsBack) {
    const Matrix rows = random_cloud(777, 9, 3);
    EXPECT_EQ(NearestSearch(rows).rows(), rows);
}

}  // namespace
}  // namespace dhgak
