// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "dhgak/matrix/sparse_matrix.h"

namespace dhgak {

struct Neighbor {
    std::size_t graph = 0;
    double kernel = 0;
};

// By graph: the others with the largest kernel values, the inner products of rows of features. The
// most similar first, the first of equals.
std::vector<std::vector<Neighbor>> nearest_graphs(const SparseMatrix& features, std::size_t count);

}  // namespace dhgak
