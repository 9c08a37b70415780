// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "align/dbscan/radius_tree.h"

namespace dhgak {

// The first row of each kept row's component, by row: components are kept rows that are linked by
// steps within the radius. -1 for rows that are not kept. The same for any number of threads.
std::vector<std::int32_t> core_components(const RadiusTree& tree);

}  // namespace dhgak
