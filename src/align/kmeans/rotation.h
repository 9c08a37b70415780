// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "dhgak/core/matrix.h"

namespace dhgak {

// A turn of points into the dimensions they really fill. Sums of a few label vectors lie in far
// fewer dimensions than they have coordinates, and turning keeps all distances.
class Rotation {
public:
    // Leaves points as they are.
    Rotation() = default;

    // Takes rows less `middle` to their products with the columns of `axes`, which has a row for
    // each coordinate.
    Rotation(std::vector<float> middle, Matrix axes);

    bool is_none() const { return middle_.empty(); }
    const std::vector<float>& middle() const { return middle_; }
    const Matrix& axes() const { return axes_; }

    // Every row by itself: a row gets the same bits whatever the others are.
    Matrix apply(const Matrix& points) const;

private:
    std::vector<float> middle_;
    Matrix axes_;
    std::vector<float> padded_axes_;  // with columns of zeros, for project()
};

// Points and the turn that was made for them.
struct RotatedPoints {
    Matrix points;  // as rotation.apply() gives them
    Rotation rotation;
};

// Directions in which no point goes farther than 1e-6 of what the widest direction has are dropped.
// The dimensions left come by decreasing variance, as far as a sample tells. Points that would
// hardly have fewer dimensions stay as they are unless `always` is set.
RotatedPoints rotate(Matrix points, bool always = false);

// Row i of the result holds the products of row i of `points`, less `middle`, with each of the
// `num_axes` axes, a multiple of 16, which are given coordinate by coordinate:
// axes[j * num_axes + a].
void project(const float* points, std::size_t num_points, std::size_t dims, const float* middle,
             const float* axes, std::size_t num_axes, float* result);

}  // namespace dhgak
