// SPDX-License-Identifier: MIT
// Compiled once for each instruction set; see Highway's documentation of foreach_target.h.
#if defined(DHGAK_ALIGN_GROUP_DISTANCES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef DHGAK_ALIGN_GROUP_DISTANCES_INL_H_
#undef DHGAK_ALIGN_GROUP_DISTANCES_INL_H_
#else
#define DHGAK_ALIGN_GROUP_DISTANCES_INL_H_
#endif

#include <cstddef>
#include <cstdint>
#include <limits>

#include <hwy/highway.h>

#include "align/scan/row_groups.h"

HWY_BEFORE_NAMESPACE();
namespace dhgak {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::CappedTag<float, kGroupSize>;
using Vector = hn::Vec<Tag>;
constexpr Tag kTag;
constexpr std::size_t kLanes = hn::MaxLanes(kTag);
constexpr std::size_t kParts = kGroupSize / kLanes;  // vectors per group
constexpr float kInfinity = std::numeric_limits<float>::infinity();

// Eight sums that do not wait for each other keep the arithmetic units busy.
constexpr std::size_t kAtOnce = kParts == 1 ? 8 : 4;

#if HWY_TARGET == HWY_SCALAR

HWY_INLINE void store_least(const Vector* vectors, float* values) {
    for (std::size_t p = 0; p < 4; ++p) values[p] = hn::GetLane(vectors[p]);
}

#else

// Writes the four lanes of the least of all blocks.
template <class D>
HWY_INLINE void store_least_block(D tag, hn::Vec<D> blocks, float* values) {
    if constexpr (hn::MaxLanes(D()) == 4) {
        hn::StoreU(blocks, tag, values);
    } else {
        const hn::Half<D> half;
        store_least_block(half, hn::Min(hn::LowerHalf(half, blocks), hn::UpperHalf(half, blocks)),
                          values);
    }
}

// Writes the least lane of each of four vectors.
HWY_INLINE void store_least(const Vector* vectors, float* values) {
    // Within each block of four lanes, fold the four vectors into one that has them side by side;
    // then fold the blocks.
    const auto fold = [](Vector a, Vector b) HWY_ATTR {
        return hn::Min(hn::InterleaveLower(kTag, a, b), hn::InterleaveUpper(kTag, a, b));
    };
    const hn::RepartitionToWide<Tag> wide;
    const auto first = hn::BitCast(wide, fold(vectors[0], vectors[1]));
    const auto second = hn::BitCast(wide, fold(vectors[2], vectors[3]));
    store_least_block(kTag,
                      hn::Min(hn::BitCast(kTag, hn::InterleaveLower(wide, first, second)),
                              hn::BitCast(kTag, hn::InterleaveUpper(wide, first, second))),
                      values);
}

#endif

// The squared distances from some points to the 16 centers of a group.
template <std::size_t kPoints>
struct Distances {
    Vector parts[kPoints][kParts];

    // All points to one group.
    HWY_INLINE Distances(const float* const (&points)[kPoints], const float* group,
                         std::size_t dims) {
        sum(dims, points,
            [=](std::size_t, std::size_t at) HWY_ATTR { return hn::LoadU(kTag, group + at); });
    }

    // Each point to a group of its own.
    HWY_INLINE Distances(const float* const (&points)[kPoints],
                         const float* const (&groups)[kPoints], std::size_t dims) {
        sum(dims, points, [&groups](std::size_t p, std::size_t at) HWY_ATTR {
            return hn::LoadU(kTag, groups[p] + at);
        });
    }

    // The distance to each point's nearest center.
    HWY_INLINE void least(float (&values)[kPoints]) const {
        Vector least[kPoints];
        for (std::size_t p = 0; p < kPoints; ++p) {
            least[p] = parts[p][0];
            for (std::size_t v = 1; v < kParts; ++v) least[p] = hn::Min(least[p], parts[p][v]);
        }
        for (std::size_t p = 0; p < kPoints; p += 4) store_least(least + p, values + p);
    }

    // The lane of the first center at distance `value`, which is taken out unless another center
    // is as near.
    HWY_INLINE std::size_t take_lane(std::size_t p, float value) {
        std::size_t found = kGroupSize;
        std::size_t count = 0;
        for (std::size_t v = kParts; v-- > 0;) {
            const auto equal = hn::Eq(parts[p][v], hn::Set(kTag, value));
            const std::intptr_t lane = hn::FindFirstTrue(kTag, equal);
            if (lane >= 0) found = v * kLanes + static_cast<std::size_t>(lane);
            count += hn::CountTrue(kTag, equal);
        }
        if (count == 1)
            for (std::size_t v = 0; v < kParts; ++v)
                parts[p][v] = hn::IfThenElse(hn::Eq(parts[p][v], hn::Set(kTag, value)),
                                             hn::Set(kTag, kInfinity), parts[p][v]);
        return found;
    }

    HWY_INLINE float value(std::size_t p, std::size_t lane) const {
        alignas(64) float values[kGroupSize];
        for (std::size_t v = 0; v < kParts; ++v) hn::Store(parts[p][v], kTag, values + v * kLanes);
        return values[lane];
    }

    HWY_INLINE float least_of(std::size_t p) const {
        Vector least = parts[p][0];
        for (std::size_t v = 1; v < kParts; ++v) least = hn::Min(least, parts[p][v]);
        return hn::GetLane(hn::MinOfLanes(kTag, least));
    }

private:
    template <class Load>
    HWY_INLINE void sum(std::size_t dims, const float* const (&points)[kPoints], const Load& load) {
        // Sums of their own, with indices known to the compiler, stay in registers.
        Vector sums[kPoints][kParts];
        HWY_UNROLL(8)
        for (std::size_t p = 0; p < kPoints; ++p)
            for (std::size_t v = 0; v < kParts; ++v) sums[p][v] = hn::Zero(kTag);
        for (std::size_t j = 0; j < dims; ++j) {
            HWY_UNROLL(8)
            for (std::size_t p = 0; p < kPoints; ++p) {
                const Vector value = hn::Set(kTag, points[p][j]);
                for (std::size_t v = 0; v < kParts; ++v) {
                    const Vector difference = hn::Sub(value, load(p, j * kGroupSize + v * kLanes));
                    sums[p][v] = hn::MulAdd(difference, difference, sums[p][v]);
                }
            }
        }
        HWY_UNROLL(8)
        for (std::size_t p = 0; p < kPoints; ++p)
            for (std::size_t v = 0; v < kParts; ++v) parts[p][v] = sums[p][v];
    }
};

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace dhgak
HWY_AFTER_NAMESPACE();

#endif  // include guard
