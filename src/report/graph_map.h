// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "dhgak/matrix/sparse_matrix.h"
#include "report/layout.h"

namespace dhgak {

// Kernel PCA: the two directions in which graphs differ most under the kernel, and each graph's
// place along them. Found on the features themselves by orthogonal iteration; the sign of an axis
// is that its largest value is positive.
struct GraphMap {
    std::vector<PlanePoint> points;
    double shares[2] = {0, 0};  // of the variance
};
GraphMap map_graphs(const SparseMatrix& features);

}  // namespace dhgak
