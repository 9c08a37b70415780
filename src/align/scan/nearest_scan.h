// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "align/scan/row_groups.h"

namespace dhgak {

// Finds the nearest center of each point in [begin, end), rows of centers.dims(), by looking at all
// of them. Of equally near centers, the first counts.
void scan_nearest(const float* points, std::size_t begin, std::size_t end, const RowGroups& centers,
                  std::int32_t* nearest);

}  // namespace dhgak
