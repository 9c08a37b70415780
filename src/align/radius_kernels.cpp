// SPDX-License-Identifier: MIT
#include <algorithm>

#include "align/radius_tree.h"
#include "align/scan_targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "align/radius_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace dhgak {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

float box_distance(const float* row, const float* box, std::size_t dims) {
    const hn::CappedTag<float, 8> tag;
    const std::size_t lanes = hn::Lanes(tag);
    auto sum = hn::Zero(tag);
    std::size_t j = 0;
    for (; j + lanes <= dims; j += lanes) {
        const auto value = hn::LoadU(tag, row + j);
        const auto outside = hn::Max(hn::Max(hn::Sub(hn::LoadU(tag, box + j), value),
                                             hn::Sub(value, hn::LoadU(tag, box + dims + j))),
                                     hn::Zero(tag));
        sum = hn::MulAdd(outside, outside, sum);
    }
    float rest = 0;
    for (; j < dims; ++j) {
        const float outside = std::max(std::max(box[j] - row[j], row[j] - box[dims + j]), 0.0f);
        rest += outside * outside;
    }
    return hn::GetLane(hn::SumOfLanes(tag, sum)) + rest;
}

void group_distances(const float* row, const float* group, std::size_t dims, float limit,
                     float* distances) {
    constexpr std::size_t kDimsBetweenLooks = 8;
    const hn::CappedTag<float, kGroupSize> tag;
    constexpr std::size_t kLanes = hn::MaxLanes(tag);
    constexpr std::size_t kParts = kGroupSize / kLanes;
    hn::Vec<decltype(tag)> sums[kParts];
    for (std::size_t v = 0; v < kParts; ++v) sums[v] = hn::Zero(tag);
    for (std::size_t j = 0; j < dims;) {
        for (const std::size_t end = std::min(dims, j + kDimsBetweenLooks); j < end; ++j) {
            const auto value = hn::Set(tag, row[j]);
            for (std::size_t v = 0; v < kParts; ++v) {
                const auto difference =
                    hn::Sub(value, hn::LoadU(tag, group + j * kGroupSize + v * kLanes));
                sums[v] = hn::MulAdd(difference, difference, sums[v]);
            }
        }
        bool is_any_near = false;
        for (std::size_t v = 0; v < kParts; ++v)
            is_any_near |= !hn::AllFalse(tag, hn::Le(sums[v], hn::Set(tag, limit)));
        if (!is_any_near) break;
    }
    for (std::size_t v = 0; v < kParts; ++v) hn::StoreU(sums[v], tag, distances + v * kLanes);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace dhgak
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dhgak {

HWY_EXPORT(box_distance);
HWY_EXPORT(group_distances);

float box_distance(const float* row, const float* box, std::size_t dims) {
    return HWY_DYNAMIC_DISPATCH(box_distance)(row, box, dims);
}

void group_distances(const float* row, const float* group, std::size_t dims, float limit,
                     float* distances) {
    HWY_DYNAMIC_DISPATCH(group_distances)(row, group, dims, limit, distances);
}

}  // namespace dhgak
#endif  // HWY_ONCE
