// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "dhgak/core/matrix.h"

namespace dhgak {

// Points turned into the dimensions they really fill. Sums of a few label vectors lie in far fewer
// dimensions than they have coordinates, and turning keeps all distances.
struct Rotation {
    Matrix points;  // fewer columns than given, or the points themselves if that would not pay

    // Rows in the dimensions of `points` in those of the points given.
    Matrix restore(const Matrix& rows) const;

    std::vector<double> middle;  // empty: not turned
    std::vector<double> axes;    // by column of `points`, as long as `middle`; orthonormal
};

// Directions in which no point goes farther than 1e-6 of what the widest direction has are dropped.
// The dimensions left come by decreasing variance, as far as a sample tells. `always` turns points
// that fill all their dimensions, too.
Rotation rotate(Matrix points, bool always = false);

// Row i of the result holds the products of row i of `points`, less `middle`, with each of the
// `num_axes` axes, which are given coordinate by coordinate: axes[j * num_axes + a].
void project(const float* points, std::size_t num_points, std::size_t dims, const float* middle,
             const float* axes, std::size_t num_axes, float* result);

}  // namespace dhgak
