// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>

#include "align/dbscan/radius_kernels.h"
#include "align/scan/scan_targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "align/dbscan/radius_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace dhgak {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::CappedTag<float, kGroupSize>;
using Vector = hn::Vec<Tag>;
constexpr Tag kTag;
constexpr std::size_t kLanes = hn::MaxLanes(kTag);
constexpr std::size_t kParts = kGroupSize / kLanes;       // vectors per group
constexpr std::size_t kRowsAtOnce = kParts <= 2 ? 4 : 2;  // sums that do not wait for each other
constexpr std::size_t kGroupsAtOnce = kParts == 1 ? 2 : 1;

// How far to sum before looking whether all sums are too large: soon at first, then rarely.
constexpr std::size_t next_look(std::size_t j, std::size_t dims) {
    return std::min(dims, j + std::clamp<std::size_t>(j, 4, 32));
}

// The lanes of a group whose sums are at most `limit`.
HWY_INLINE LaneSet lanes_within(const Vector (&sums)[kParts], float limit) {
    LaneSet lanes = 0;
    for (std::size_t v = 0; v < kParts; ++v) {
        std::uint8_t bits[8] = {};
        hn::StoreMaskBits(kTag, hn::Le(sums[v], hn::Set(kTag, limit)), bits);
        lanes |= (bits[0] | (kLanes > 8 ? LaneSet{bits[1]} << 8 : 0)) << (v * kLanes);
    }
    return lanes;
}

HWY_INLINE bool is_any_within(const Vector (&sums)[kParts], float limit) {
    bool is_any = false;
    for (const Vector& sum : sums) is_any |= !hn::AllFalse(kTag, hn::Le(sum, hn::Set(kTag, limit)));
    return is_any;
}

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

BoxDistances box_distances(const float* a, const float* b, std::size_t dims) {
    const hn::CappedTag<float, 8> tag;
    const std::size_t lanes = hn::Lanes(tag);
    auto least = hn::Zero(tag), most = hn::Zero(tag);
    std::size_t j = 0;
    for (; j + lanes <= dims; j += lanes) {
        const auto low_a = hn::LoadU(tag, a + j), high_a = hn::LoadU(tag, a + dims + j);
        const auto low_b = hn::LoadU(tag, b + j), high_b = hn::LoadU(tag, b + dims + j);
        const auto gap =
            hn::Max(hn::Max(hn::Sub(low_a, high_b), hn::Sub(low_b, high_a)), hn::Zero(tag));
        const auto span = hn::Max(hn::Sub(high_a, low_b), hn::Sub(high_b, low_a));
        least = hn::MulAdd(gap, gap, least);
        most = hn::MulAdd(span, span, most);
    }
    BoxDistances distances = {hn::GetLane(hn::SumOfLanes(tag, least)),
                              hn::GetLane(hn::SumOfLanes(tag, most))};
    for (; j < dims; ++j) {
        const float gap = std::max(std::max(a[j] - b[dims + j], b[j] - a[dims + j]), 0.0f);
        const float span = std::max(a[dims + j] - b[j], b[dims + j] - a[j]);
        distances.least += gap * gap;
        distances.most += span * span;
    }
    return distances;
}

LaneSet box_near(const float* group, const float* box, std::size_t dims, float limit) {
    Vector sums[kParts];
    for (Vector& sum : sums) sum = hn::Zero(kTag);
    for (std::size_t j = 0; j < dims;) {
        for (const std::size_t end = next_look(j, dims); j < end; ++j) {
            const auto low = hn::Set(kTag, box[j]), high = hn::Set(kTag, box[dims + j]);
            for (std::size_t v = 0; v < kParts; ++v) {
                const auto value = hn::LoadU(kTag, group + j * kGroupSize + v * kLanes);
                const auto gap =
                    hn::Max(hn::Max(hn::Sub(low, value), hn::Sub(value, high)), hn::Zero(kTag));
                sums[v] = hn::MulAdd(gap, gap, sums[v]);
            }
        }
        if (!is_any_within(sums, limit)) return 0;
    }
    return lanes_within(sums, limit);
}

LaneSet box_inside(const float* group, const float* box, std::size_t dims, float limit) {
    Vector sums[kParts];
    for (Vector& sum : sums) sum = hn::Zero(kTag);
    for (std::size_t j = 0; j < dims; ++j) {
        const auto low = hn::Set(kTag, box[j]), high = hn::Set(kTag, box[dims + j]);
        for (std::size_t v = 0; v < kParts; ++v) {
            const auto value = hn::LoadU(kTag, group + j * kGroupSize + v * kLanes);
            const auto span = hn::Max(hn::Sub(value, low), hn::Sub(high, value));
            sums[v] = hn::MulAdd(span, span, sums[v]);
        }
    }
    return lanes_within(sums, limit);
}

void group_distances(const float* row, const float* group, std::size_t dims, float limit,
                     float* distances) {
    Vector sums[kParts];
    for (Vector& sum : sums) sum = hn::Zero(kTag);
    for (std::size_t j = 0; j < dims;) {
        for (const std::size_t end = next_look(j, dims); j < end; ++j) {
            const auto value = hn::Set(kTag, row[j]);
            for (std::size_t v = 0; v < kParts; ++v) {
                const auto difference =
                    hn::Sub(value, hn::LoadU(kTag, group + j * kGroupSize + v * kLanes));
                sums[v] = hn::MulAdd(difference, difference, sums[v]);
            }
        }
        if (!is_any_within(sums, limit)) break;
    }
    for (std::size_t v = 0; v < kParts; ++v) hn::StoreU(sums[v], kTag, distances + v * kLanes);
}

// Some rows and kGroups groups, one after the other. The more of both, the fewer values are loaded
// for each sum.
template <std::size_t kGroups>
HWY_INLINE void tile_pairs(const float* from, const std::size_t (&row)[kRowsAtOnce],
                           const float* group, std::size_t dims, const Limits& limits,
                           LanePairs* pairs) {
    Vector sums[kGroups][kRowsAtOnce][kParts];
    for (std::size_t g = 0; g < kGroups; ++g)
        for (std::size_t r = 0; r < kRowsAtOnce; ++r)
            for (std::size_t v = 0; v < kParts; ++v) sums[g][r][v] = hn::Zero(kTag);
    for (std::size_t j = 0; j < dims;) {
        for (const std::size_t end = next_look(j, dims); j < end; ++j) {
            Vector value[kRowsAtOnce];
            for (std::size_t r = 0; r < kRowsAtOnce; ++r)
                value[r] = hn::Set(kTag, from[j * kGroupSize + row[r]]);
            for (std::size_t g = 0; g < kGroups; ++g)
                for (std::size_t v = 0; v < kParts; ++v) {
                    const auto others =
                        hn::LoadU(kTag, group + (g * dims + j) * kGroupSize + v * kLanes);
                    for (std::size_t r = 0; r < kRowsAtOnce; ++r) {
                        const auto difference = hn::Sub(value[r], others);
                        sums[g][r][v] = hn::MulAdd(difference, difference, sums[g][r][v]);
                    }
                }
        }
        bool is_any = false;
        for (std::size_t g = 0; g < kGroups; ++g)
            for (std::size_t r = 0; r < kRowsAtOnce; ++r)
                is_any |= is_any_within(sums[g][r], limits.maybe);
        if (!is_any) break;
    }
    for (std::size_t g = 0; g < kGroups; ++g)
        for (std::size_t r = 0; r < kRowsAtOnce; ++r)
            pairs[g * kGroupSize + row[r]] = {lanes_within(sums[g][r], limits.maybe),
                                              lanes_within(sums[g][r], limits.surely)};
}

void group_pairs(const float* from, LaneSet lanes, const float* groups, std::size_t num_groups,
                 std::size_t dims, const Limits& limits, LanePairs* pairs) {
    while (lanes != 0) {
        // Where fewer rows are left, the last one fills up.
        std::size_t row[kRowsAtOnce];
        for (std::size_t r = 0; r < kRowsAtOnce; ++r) {
            row[r] = lanes != 0 ? static_cast<std::size_t>(std::countr_zero(lanes)) : row[r - 1];
            lanes &= lanes - 1;
        }
        std::size_t g = 0;
        for (; g + kGroupsAtOnce <= num_groups; g += kGroupsAtOnce)
            tile_pairs<kGroupsAtOnce>(from, row, groups + g * dims * kGroupSize, dims, limits,
                                      pairs + g * kGroupSize);
        for (; g < num_groups; ++g)
            tile_pairs<1>(from, row, groups + g * dims * kGroupSize, dims, limits,
                          pairs + g * kGroupSize);
    }
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace dhgak
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dhgak {

HWY_EXPORT(box_distance);
HWY_EXPORT(box_distances);
HWY_EXPORT(box_inside);
HWY_EXPORT(box_near);
HWY_EXPORT(group_distances);
HWY_EXPORT(group_pairs);

float box_distance(const float* row, const float* box, std::size_t dims) {
    return HWY_DYNAMIC_DISPATCH(box_distance)(row, box, dims);
}

BoxDistances box_distances(const float* a, const float* b, std::size_t dims) {
    return HWY_DYNAMIC_DISPATCH(box_distances)(a, b, dims);
}

LaneSet box_near(const float* group, const float* box, std::size_t dims, float limit) {
    return HWY_DYNAMIC_DISPATCH(box_near)(group, box, dims, limit);
}

LaneSet box_inside(const float* group, const float* box, std::size_t dims, float limit) {
    return HWY_DYNAMIC_DISPATCH(box_inside)(group, box, dims, limit);
}

void group_distances(const float* row, const float* group, std::size_t dims, float limit,
                     float* distances) {
    HWY_DYNAMIC_DISPATCH(group_distances)(row, group, dims, limit, distances);
}

void group_pairs(const float* from, LaneSet lanes, const float* groups, std::size_t num_groups,
                 std::size_t dims, const Limits& limits, LanePairs* pairs) {
    HWY_DYNAMIC_DISPATCH(group_pairs)(from, lanes, groups, num_groups, dims, limits, pairs);
}

}  // namespace dhgak
#endif  // HWY_ONCE
