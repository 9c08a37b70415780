// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "dhgak/matrix/sparse_matrix.h"
#include "report/layout.h"

namespace dhgak {

// A map that keeps neighbours together, where the two directions of map_graphs cannot: t-SNE (van
// der Maaten, Hinton, JMLR 2008), with repulsion by Barnes and Hut's tree (van der Maaten, JMLR
// 2014). It starts from the places of `start`, one for each row, and is the same for every call and
// any number of threads. Rows with the same features share their place.
//
// Distances between groups and the size of groups mean little; the page says so.
std::vector<PlanePoint> map_neighbors(const SparseMatrix& features,
                                      const std::vector<PlanePoint>& start);

}  // namespace dhgak
