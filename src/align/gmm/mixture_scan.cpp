// SPDX-License-Identifier: MIT
#include "align/gmm/mixture_scan.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "align/scan/row_groups.h"
#include "align/scan/scan_targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "align/gmm/mixture_scan.cpp"
#include <hwy/foreach_target.h>

#include <hwy/contrib/math/math-inl.h>
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
constexpr std::size_t kPoints = 4;  // at a time

// The logarithms of share times density of each component at some points: rows[p] gets one for
// each slot.
void log_densities(const float* const (&points)[kPoints], const MixtureGroups& groups,
                   float* const (&rows)[kPoints]) {
    for (std::size_t first = 0; first < groups.num_slots(); first += kLanes) {
        const std::size_t base = groups.at(first, 0);
        const Vector offset = hn::LoadU(kTag, groups.offsets.data() + first);
        Vector sums[kPoints];
        HWY_UNROLL(4)
        for (Vector& sum : sums) sum = offset;
        for (std::size_t j = 0; j < groups.dims; ++j) {
            const Vector mean = hn::LoadU(kTag, groups.means.data() + base + j * kGroupSize);
            const Vector precision =
                hn::LoadU(kTag, groups.precisions.data() + base + j * kGroupSize);
            HWY_UNROLL(4)
            for (std::size_t p = 0; p < kPoints; ++p) {
                const Vector deviation = hn::Sub(hn::Set(kTag, points[p][j]), mean);
                sums[p] = hn::NegMulAdd(hn::Mul(deviation, deviation), precision, sums[p]);
            }
        }
        HWY_UNROLL(4)
        for (std::size_t p = 0; p < kPoints; ++p) hn::StoreU(sums[p], kTag, rows[p] + first);
    }
}

float max_of(const float* values, std::size_t size) {
    Vector most = hn::LoadU(kTag, values);
    for (std::size_t s = kLanes; s < size; s += kLanes)
        most = hn::Max(most, hn::LoadU(kTag, values + s));
    return hn::GetLane(hn::MaxOfLanes(kTag, most));
}

// Calls visit(point, row of log densities) for each point.
template <class Visit>
void for_each_point(const float* points, std::size_t begin, std::size_t end,
                    const MixtureGroups& groups, const Visit& visit) {
    std::vector<float> scratch(kPoints * groups.num_slots());
    for (std::size_t first = begin; first < end; first += kPoints) {
        const float* some[kPoints];
        float* rows[kPoints];
        for (std::size_t p = 0; p < kPoints; ++p) {
            some[p] = points + std::min(first + p, end - 1) * groups.dims;
            rows[p] = scratch.data() + p * groups.num_slots();
        }
        log_densities(some, groups, rows);
        for (std::size_t p = 0; p < std::min(kPoints, end - first); ++p) visit(first + p, rows[p]);
    }
}

void scan_likeliest(const float* points, std::size_t begin, std::size_t end,
                    const MixtureGroups& groups, std::int32_t* slots) {
    for_each_point(points, begin, end, groups, [&](std::size_t i, const float* densities) {
        const float most = max_of(densities, groups.num_slots());
        slots[i] = most > -std::numeric_limits<float>::infinity()
                       ? static_cast<std::int32_t>(
                             std::find(densities, densities + groups.num_slots(), most) - densities)
                       : -1;
    });
}

// Adds a point's shares in one vector of components to the sums.
HWY_INLINE void add_shares(const float* point, Vector share, std::size_t first,
                           const MixtureGroups& groups, MixtureSums& sums) {
    const auto add = [](float* to, Vector value)
                         HWY_ATTR { hn::StoreU(hn::Add(hn::LoadU(kTag, to), value), kTag, to); };
    add(sums.shares.data() + first, share);
    for (std::size_t j = 0; j < groups.dims; ++j) {
        const std::size_t at = groups.at(first, j);
        const Vector deviation =
            hn::Sub(hn::Set(kTag, point[j]), hn::LoadU(kTag, groups.means.data() + at));
        const Vector product = hn::Mul(share, deviation);
        add(sums.deviations.data() + at, product);
        add(sums.squares.data() + at, hn::Mul(product, deviation));
    }
}

void scan_shares(const float* points, const float* weights, std::size_t begin, std::size_t end,
                 const MixtureGroups& groups, MixtureSums& sums) {
    constexpr float kLeastShare = 1e-9f;
    for_each_point(points, begin, end, groups, [&](std::size_t i, float* densities) {
        const float most = max_of(densities, groups.num_slots());
        if (!(most > -std::numeric_limits<float>::infinity())) return;
        Vector total = hn::Zero(kTag);
        for (std::size_t s = 0; s < groups.num_slots(); s += kLanes) {
            // exp(-80) stands for nothing without leaving the range of the exponential.
            const Vector relative =
                hn::Max(hn::Sub(hn::LoadU(kTag, densities + s), hn::Set(kTag, most)),
                        hn::Set(kTag, -80.0f));
            const Vector value = hn::Exp(kTag, relative);
            hn::StoreU(value, kTag, densities + s);
            total = hn::Add(total, value);
        }
        const float sum = hn::GetLane(hn::SumOfLanes(kTag, total));
        sums.log_likelihood += static_cast<double>(weights[i]) *
                               (static_cast<double>(most) + std::log(static_cast<double>(sum)));
        const Vector scale = hn::Set(kTag, weights[i] / sum);
        const Vector least = hn::Set(kTag, kLeastShare * sum);
        for (std::size_t s = 0; s < groups.num_slots(); s += kLanes) {
            const Vector value = hn::LoadU(kTag, densities + s);
            const auto counts = hn::Ge(value, least);
            if (hn::AllFalse(kTag, counts)) continue;
            add_shares(points + i * groups.dims, hn::IfThenElseZero(counts, hn::Mul(value, scale)),
                       s, groups, sums);
        }
    });
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace dhgak
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dhgak {

HWY_EXPORT(scan_likeliest);
HWY_EXPORT(scan_shares);

MixtureGroups::MixtureGroups(std::size_t count, std::size_t dimensions)
    : dims(dimensions),
      num_groups((count + kGroupSize - 1) / kGroupSize),
      means(num_groups * kGroupSize * dims),
      precisions(num_groups * kGroupSize * dims),
      offsets(num_groups * kGroupSize, -std::numeric_limits<float>::infinity()) {}

void scan_likeliest(const float* points, std::size_t begin, std::size_t end,
                    const MixtureGroups& groups, std::int32_t* slots) {
    HWY_DYNAMIC_DISPATCH(scan_likeliest)(points, begin, end, groups, slots);
}

void scan_shares(const float* points, const float* weights, std::size_t begin, std::size_t end,
                 const MixtureGroups& groups, MixtureSums& sums) {
    HWY_DYNAMIC_DISPATCH(scan_shares)(points, weights, begin, end, groups, sums);
}

}  // namespace dhgak
#endif  // HWY_ONCE
