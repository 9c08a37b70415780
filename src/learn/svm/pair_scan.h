// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace dhgak {

// Vectors handed to these loops are filled up to a multiple of this many floats.
constexpr std::size_t kScanPadding = 16;

struct Extreme {
    float value = 0;
    std::uint32_t index = 0;
};

// errors -= step * (row_i - row_j). Returns the first of the largest errors where `bar` is 0;
// elsewhere it is infinite.
Extreme move_errors(float* errors, const float* row_i, const float* row_j, float step,
                    const float* bar, std::size_t size);

struct Partner {
    std::uint32_t index = 0;
    float smallest_error = 0;  // where `bar` is 0
};

// The first j of those where `bar` is 0 that maximises (error_i - error_j)^2 / |x_i - x_j|^2, half
// of which is the gain of the best step along (i, j).
Partner find_partner(const float* errors, const float* row_i, const float* diagonal,
                     const float* bar, float error_i, float diagonal_i, std::size_t size);

// sums += factor * row.
void add_multiple(double* sums, const float* row, double factor, std::size_t size);

// The sum of factor * value, in double precision and in an order that is the same everywhere.
double inner_product(const double* factors, const float* row, std::size_t size);

}  // namespace dhgak
