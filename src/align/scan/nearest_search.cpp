// SPDX-License-Identifier: MIT
#include "align/scan/nearest_search.h"

#include "align/scan/nearest_scan.h"
#include "dhgak/core/parallel.h"

namespace dhgak {

std::vector<std::int32_t> NearestSearch::nearest(const Matrix& points) const {
    std::vector<std::int32_t> found(points.rows());
    parallel_blocks(points.rows(), 1024, [&](std::size_t begin, std::size_t end) {
        scan_nearest(points.values().data(), begin, end, groups_, found.data());
    });
    return found;
}

}  // namespace dhgak
