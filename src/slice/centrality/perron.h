// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "slice/centrality/component.h"

namespace dhgak {

// The positive eigenvector of a connected component's adjacency matrix, largest entry 1.
std::vector<double> perron_vector(const Component& component);

}  // namespace dhgak
