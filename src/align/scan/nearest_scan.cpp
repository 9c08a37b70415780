// SPDX-License-Identifier: MIT
#include "align/scan/nearest_scan.h"

#include <algorithm>

#include "align/scan/scan_targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "align/scan/nearest_scan.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "align/scan/group_distances-inl.h"
#include "dhgak/core/parallel.h"

HWY_BEFORE_NAMESPACE();
namespace dhgak {
namespace HWY_NAMESPACE {
namespace {

void scan_rows(const Matrix& points, std::size_t begin, std::size_t end, const RowGroups& centers,
               std::int32_t* nearest) {
    const std::int32_t* center_of_slot = centers.row_of_slot().data();
    for (std::size_t first = begin; first < end; first += kAtOnce) {
        const float* rows[kAtOnce];
        float best[kAtOnce];
        std::int32_t center[kAtOnce];
        for (std::size_t p = 0; p < kAtOnce; ++p) {
            rows[p] = points.row(std::min(first + p, end - 1)).data();
            best[p] = kInfinity;
            center[p] = center_of_slot[0];
        }
        for (std::size_t g = 0; g < centers.num_groups(); ++g) {
            Distances<kAtOnce> distances(rows, centers.group(g), centers.dims());
            float least[kAtOnce];
            distances.least(least);
            for (std::size_t p = 0; p < kAtOnce; ++p) {
                if (least[p] > best[p]) continue;
                const std::size_t lane = distances.take_lane(p, least[p]);
                const std::int32_t found = center_of_slot[g * kGroupSize + lane];
                if (found < 0 || (least[p] == best[p] && found > center[p])) continue;
                best[p] = least[p];
                center[p] = found;
            }
        }
        for (std::size_t p = 0; p < std::min(kAtOnce, end - first); ++p)
            nearest[first + p] = center[p];
    }
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace dhgak
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dhgak {

HWY_EXPORT(scan_rows);

std::vector<std::int32_t> scan_nearest(const Matrix& points, const RowGroups& centers) {
    constexpr std::size_t kRowsPerBlock = 1024;
    std::vector<std::int32_t> nearest(points.rows());
    parallel_blocks(points.rows(), kRowsPerBlock, [&](std::size_t begin, std::size_t end) {
        HWY_DYNAMIC_DISPATCH(scan_rows)(points, begin, end, centers, nearest.data());
    });
    return nearest;
}

}  // namespace dhgak
#endif  // HWY_ONCE
