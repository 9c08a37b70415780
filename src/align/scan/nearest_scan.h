// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "align/scan/row_groups.h"
#include "dhgak/core/matrix.h"

namespace dhgak {

// The nearest center of each point, by looking at all of them; of equally near centers, the first.
std::vector<std::int32_t> scan_nearest(const Matrix& points, const RowGroups& centers);

}  // namespace dhgak
