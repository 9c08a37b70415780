// SPDX-License-Identifier: MIT
#include "align/bounded_scan.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

// Vectors are kept in arrays below, which scalable vectors cannot be.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "align/bounded_scan.cpp"
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
constexpr std::size_t kParts = kGroupSize / kLanes;
constexpr std::size_t kPointsAtOnce = std::max<std::size_t>(8 / kParts, 2);
constexpr float kInfinity = std::numeric_limits<float>::infinity();

// The squared distances from some points to the 16 centers of a group.
template <std::size_t kPoints>
struct Distances {
    Vector parts[kPoints][kParts];

    HWY_INLINE Distances(const float* const (&points)[kPoints], const float* group,
                         std::size_t dims) {
        for (std::size_t p = 0; p < kPoints; ++p)
            for (std::size_t v = 0; v < kParts; ++v) parts[p][v] = hn::Zero(kTag);
        for (std::size_t j = 0; j < dims; ++j) {
            Vector center[kParts];
            for (std::size_t v = 0; v < kParts; ++v)
                center[v] = hn::LoadU(kTag, group + j * kGroupSize + v * kLanes);
            for (std::size_t p = 0; p < kPoints; ++p) {
                const Vector value = hn::Set(kTag, points[p][j]);
                for (std::size_t v = 0; v < kParts; ++v) {
                    const Vector difference = hn::Sub(value, center[v]);
                    parts[p][v] = hn::MulAdd(difference, difference, parts[p][v]);
                }
            }
        }
    }

    HWY_INLINE float least(std::size_t p) const {
        Vector least = parts[p][0];
        for (std::size_t v = 1; v < kParts; ++v) least = hn::Min(least, parts[p][v]);
        return hn::GetLane(hn::MinOfLanes(kTag, least));
    }

    HWY_INLINE std::size_t lane_of(std::size_t p, float value) const {
        for (std::size_t v = 0; v < kParts; ++v) {
            const std::intptr_t lane =
                hn::FindFirstTrue(kTag, hn::Eq(parts[p][v], hn::Set(kTag, value)));
            if (lane >= 0) return v * kLanes + static_cast<std::size_t>(lane);
        }
        return 0;
    }

    HWY_INLINE float value(std::size_t p, std::size_t lane) const {
        alignas(64) float values[kGroupSize];
        for (std::size_t v = 0; v < kParts; ++v) hn::Store(parts[p][v], kTag, values + v * kLanes);
        return values[lane];
    }

    HWY_INLINE float least_except(std::size_t p, std::size_t lane) const {
        alignas(64) float values[kGroupSize];
        for (std::size_t v = 0; v < kParts; ++v) hn::Store(parts[p][v], kTag, values + v * kLanes);
        values[lane] = kInfinity;
        Vector least = hn::Load(kTag, values);
        for (std::size_t v = 1; v < kParts; ++v)
            least = hn::Min(least, hn::Load(kTag, values + v * kLanes));
        return hn::GetLane(hn::MinOfLanes(kTag, least));
    }
};

// Bounds that hold in spite of rounding: of the sum over dimensions (relative error below
// (dims + 2) 2^-24), of the root and of adding drifts; twice over, since the full scan rounds too.
struct Rounding {
    float below, above;

    explicit Rounding(std::size_t dims) {
        const float slack = static_cast<float>(dims + 16) * 0x1p-23f;
        below = 1 - slack;
        above = 1 + slack;
    }
    HWY_INLINE float at_least(float squared) const { return std::sqrt(squared) * below; }
    HWY_INLINE float at_most(float squared) const { return std::sqrt(squared) * above; }
};

constexpr float kSumBelow = 1 - 0x1p-22f;  // of a sum of two floats

// The best center so far while the groups go by.
struct Best {
    float squared = kInfinity;
    std::size_t slot = 0;
};

// Takes a group into account whose nearest center is at `least`, and writes its lower bound.
template <std::size_t kPoints>
HWY_INLINE void meet_group(const Distances<kPoints>& distances, std::size_t p, std::size_t g,
                           const CenterGroups& centers, const float* group_drift,
                           const Rounding& rounding, Best& best, float* lower) {
    const float least = distances.least(p);
    float bound = least;
    if (least <= best.squared) {
        const std::size_t lane = distances.lane_of(p, least);
        const std::size_t slot = g * kGroupSize + lane;
        const auto& center_of_slot = centers.center_of_slot();
        if (least < best.squared || center_of_slot[slot] < center_of_slot[best.slot]) {
            const std::size_t old = best.slot / kGroupSize;
            if (best.squared < kInfinity)
                lower[old] = (rounding.at_least(best.squared) + group_drift[old]) * kSumBelow;
            bound = distances.least_except(p, lane);
            best = {least, slot};
        }
    }
    lower[g] = (rounding.at_least(bound) + group_drift[g]) * kSumBelow;
}

template <std::size_t kPoints>
HWY_INLINE void scan_points(const float* points, std::size_t first, ScanState& state,
                            const Rounding& rounding) {
    const CenterGroups& centers = state.centers;
    const float* rows[kPoints];
    Best best[kPoints];
    for (std::size_t p = 0; p < kPoints; ++p) rows[p] = points + (first + p) * centers.dims();
    for (std::size_t g = 0; g < centers.num_groups(); ++g) {
        const Distances<kPoints> distances(rows, centers.group(g), centers.dims());
        for (std::size_t p = 0; p < kPoints; ++p)
            meet_group(distances, p, g, centers, state.group_drift.data(), rounding, best[p],
                       state.lower.data() + (first + p) * state.stride);
    }
    for (std::size_t p = 0; p < kPoints; ++p) {
        state.upper[first + p] = rounding.at_most(best[p].squared);
        state.slot[first + p] = static_cast<std::int32_t>(best[p].slot);
    }
}

void scan_all(const float* points, std::size_t begin, std::size_t end, ScanState& state) {
    const Rounding rounding(state.centers.dims());
    std::size_t i = begin;
    for (; i + kPointsAtOnce <= end; i += kPointsAtOnce)
        scan_points<kPointsAtOnce>(points, i, state, rounding);
    for (; i < end; ++i) scan_points<1>(points, i, state, rounding);
}

// Bit g of the result: group 16 block + g may hold a center nearer than `upper`.
HWY_INLINE std::uint32_t open_groups(const float* lower, const float* drift,
                                     const float* separation, float upper) {
    const Vector bound = hn::Set(kTag, upper);
    const Vector twice = hn::Set(kTag, 2 * upper);
    std::uint32_t open = 0;
    for (std::size_t v = 0; v < kParts; ++v) {
        const auto near = hn::And(hn::Le(hn::LoadU(kTag, lower + v * kLanes),
                                         hn::Add(bound, hn::LoadU(kTag, drift + v * kLanes))),
                                  hn::Le(hn::LoadU(kTag, separation + v * kLanes), twice));
        std::uint8_t bits[8] = {};
        hn::StoreMaskBits(kTag, near, bits);
        open |= static_cast<std::uint32_t>(bits[0] | (kLanes > 8 ? bits[1] << 8 : 0))
                << (v * kLanes);
    }
    return open;
}

HWY_INLINE bool is_open(const float* lower, const float* drift, const float* separation,
                        std::size_t g, float upper, float upper_sum) {
    return lower[g] <= upper + drift[g] && separation[g] <= upper_sum;
}

void scan_open(const float* points, std::size_t begin, std::size_t end, ScanState& state,
               std::vector<SlotChange>& changes) {
    const CenterGroups& centers = state.centers;
    const Rounding rounding(centers.dims());
    const float* drift = state.group_drift.data();
    for (std::size_t i = begin; i < end; ++i) {
        const auto own = static_cast<std::size_t>(state.slot[i]);
        const std::size_t own_group = own / kGroupSize;
        float* lower = state.lower.data() + i * state.stride;
        const float* separation = state.separation.data() + own * state.stride;
        float upper = (state.upper[i] + state.slot_drift[own]) * (1 + 0x1p-22f);
        float upper_own = upper;
        bool is_tight = false;
        Best best;
        const float* const row[1] = {points + i * centers.dims()};
        for (std::size_t block = 0; block < state.stride; block += kGroupSize) {
            std::uint32_t open =
                open_groups(lower + block, drift + block, separation + block, upper);
            if (open == 0) continue;
            if (!is_tight) {
                is_tight = true;
                const Distances<1> distances(row, centers.group(own_group), centers.dims());
                meet_group(distances, 0, own_group, centers, drift, rounding, best, lower);
                upper_own = rounding.at_most(distances.value(0, own % kGroupSize));
                upper = rounding.at_most(best.squared);
            }
            for (; open != 0; open &= open - 1) {
                const std::size_t g = block + static_cast<std::size_t>(std::countr_zero(open));
                if (g == own_group ||
                    !is_open(lower, drift, separation, g, upper, upper + upper_own))
                    continue;
                const Distances<1> distances(row, centers.group(g), centers.dims());
                meet_group(distances, 0, g, centers, drift, rounding, best, lower);
                upper = rounding.at_most(best.squared);
            }
        }
        state.upper[i] = upper;
        if (is_tight && best.slot != own) {
            changes.push_back({static_cast<std::uint32_t>(i), state.slot[i],
                               static_cast<std::int32_t>(best.slot)});
            state.slot[i] = static_cast<std::int32_t>(best.slot);
        }
    }
}

template <std::size_t kPoints>
HWY_INLINE void nearest_of(const float* points, const CenterGroups& centers, std::int32_t* slots) {
    const float* rows[kPoints];
    Best best[kPoints];
    for (std::size_t p = 0; p < kPoints; ++p) rows[p] = points + p * centers.dims();
    for (std::size_t g = 0; g < centers.num_groups(); ++g) {
        const Distances<kPoints> distances(rows, centers.group(g), centers.dims());
        for (std::size_t p = 0; p < kPoints; ++p) {
            const float least = distances.least(p);
            if (least > best[p].squared) continue;
            const std::size_t slot = g * kGroupSize + distances.lane_of(p, least);
            const auto& center_of_slot = centers.center_of_slot();
            if (least < best[p].squared || center_of_slot[slot] < center_of_slot[best[p].slot])
                best[p] = {least, slot};
        }
    }
    for (std::size_t p = 0; p < kPoints; ++p) slots[p] = static_cast<std::int32_t>(best[p].slot);
}

void scan_nearest(const float* points, std::size_t begin, std::size_t end,
                  const CenterGroups& centers, std::int32_t* slots) {
    std::size_t i = begin;
    for (; i + kPointsAtOnce <= end; i += kPointsAtOnce)
        nearest_of<kPointsAtOnce>(points + i * centers.dims(), centers, slots + i);
    for (; i < end; ++i) nearest_of<1>(points + i * centers.dims(), centers, slots + i);
}

void scan_separation(const float* center_rows, std::size_t begin, std::size_t end,
                     ScanState& state) {
    const CenterGroups& centers = state.centers;
    const Rounding rounding(centers.dims());
    for (std::size_t s = begin; s < end; ++s) {
        if (centers.center_of_slot()[s] < 0) continue;
        const float* const row[1] = {center_rows + s * centers.dims()};
        float* separation = state.separation.data() + s * state.stride;
        for (std::size_t g = 0; g < centers.num_groups(); ++g) {
            const Distances<1> distances(row, centers.group(g), centers.dims());
            const float squared = g == s / kGroupSize ? distances.least_except(0, s % kGroupSize)
                                                      : distances.least(0);
            separation[g] = rounding.at_least(squared);
        }
    }
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace dhgak
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dhgak {

HWY_EXPORT(scan_all);
HWY_EXPORT(scan_open);
HWY_EXPORT(scan_nearest);
HWY_EXPORT(scan_separation);

ScanState::ScanState(const CenterGroups& groups, std::size_t num_points)
    : centers(groups),
      stride((groups.num_groups() + kGroupSize - 1) / kGroupSize * kGroupSize),
      upper(num_points),
      lower(num_points * stride, std::numeric_limits<float>::infinity()),
      slot(num_points),
      slot_drift(groups.num_slots()),
      group_drift(stride),
      separation(groups.num_slots() * stride, std::numeric_limits<float>::infinity()) {}

void scan_all(const float* points, std::size_t begin, std::size_t end, ScanState& state) {
    HWY_DYNAMIC_DISPATCH(scan_all)(points, begin, end, state);
}

void scan_open(const float* points, std::size_t begin, std::size_t end, ScanState& state,
               std::vector<SlotChange>& changes) {
    HWY_DYNAMIC_DISPATCH(scan_open)(points, begin, end, state, changes);
}

void scan_nearest(const float* points, std::size_t begin, std::size_t end,
                  const CenterGroups& centers, std::int32_t* slots) {
    HWY_DYNAMIC_DISPATCH(scan_nearest)(points, begin, end, centers, slots);
}

void scan_separation(const float* center_rows, std::size_t begin, std::size_t end,
                     ScanState& state) {
    HWY_DYNAMIC_DISPATCH(scan_separation)(center_rows, begin, end, state);
}

}  // namespace dhgak
#endif  // HWY_ONCE
