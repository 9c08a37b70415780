// SPDX-License-Identifier: MIT
#include "align/scan/bounded_scan.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "align/scan/scan_targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "align/scan/bounded_scan.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "align/scan/group_distances-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dhgak {
namespace HWY_NAMESPACE {
namespace {

// For sums of two floats.
constexpr float kSumBelow = 1 - 0x1p-22f;
constexpr float kSumAbove = 1 + 0x1p-22f;

// A point while groups go by.
struct Seeker {
    std::size_t point;
    const float* row;
    float* lower;             // by group, as in ScanState
    const float* separation;  // by group, of the own center
    std::size_t own;          // slot
    float upper;              // on the distance to the best center so far
    float upper_own;          // on the distance to the own center
    float squared;            // to the best center so far; infinity before the first
    std::size_t best;         // slot

    std::size_t own_group() const { return own / kGroupSize; }
};

struct Scan {
    const float* points;
    ScanState& state;
    const RowGroups& centers;
    const float* drift;
    std::size_t dims;
    // Bounds hold in spite of rounding: of the sum over dimensions (relative error below
    // (dims + 2) 2^-24), of the root and of adding drifts; twice over, since a full scan rounds
    // too.
    float below, above;

    Scan(const float* rows, ScanState& scan_state)
        : points(rows),
          state(scan_state),
          centers(scan_state.centers),
          drift(scan_state.group_drift.data()),
          dims(scan_state.centers.dims()),
          below(1 - static_cast<float>(dims + 16) * 0x1p-23f),
          above(1 + static_cast<float>(dims + 16) * 0x1p-23f) {}

    HWY_INLINE float at_most(float squared) const { return std::sqrt(squared) * above; }

    HWY_INLINE float at_least(float squared) const { return std::sqrt(squared) * below; }

    HWY_INLINE Seeker seeker_of(std::size_t point, std::size_t own, float upper) const {
        return {point,
                points + point * dims,
                state.lower.data() + point * state.stride,
                state.separation.data() + own * state.stride,
                own,
                upper,
                upper,
                kInfinity,
                0};
    }

    HWY_INLINE void set_lower(const Seeker& seeker, std::size_t g, float squared) const {
        seeker.lower[g] = (at_least(squared) + drift[g]) * kSumBelow;
    }

    // Takes the distances of pairs of points and groups into account.
    template <std::size_t kPairs>
    HWY_INLINE void meet(Distances<kPairs>& distances, Seeker* const* seekers,
                         const std::size_t* groups, std::size_t count) const {
        float least[kPairs];
        distances.least(least);
        for (std::size_t p = 0; p < count; ++p) {
            Seeker& seeker = *seekers[p];
            const std::size_t g = groups[p];
            if (g == seeker.own_group())
                seeker.upper_own = at_most(distances.value(p, seeker.own % kGroupSize));
            if (least[p] <= seeker.squared && choose(distances, p, least[p], g, seeker)) continue;
            set_lower(seeker, g, least[p]);
        }
    }

    // Makes the nearest center of group `g` the best one, if it is.
    template <class D>
    HWY_INLINE bool choose(D& distances, std::size_t p, float least, std::size_t g,
                           Seeker& seeker) const {
        const std::size_t slot = g * kGroupSize + distances.take_lane(p, least);
        const std::int32_t* center_of_slot = centers.row_of_slot().data();
        if (least == seeker.squared && center_of_slot[slot] > center_of_slot[seeker.best])
            return false;
        // The group of the center that was best so far has its lower bound from that center now.
        if (seeker.squared < kInfinity) set_lower(seeker, seeker.best / kGroupSize, seeker.squared);
        set_lower(seeker, g, distances.least_of(p));
        seeker.squared = least;
        seeker.best = slot;
        seeker.upper = at_most(least);
        return true;
    }

    // Bit b of the result: group first + b may hold a center nearer than the best so far.
    HWY_INLINE std::uint32_t open(const Seeker& seeker, std::size_t first) const {
        const Vector best = hn::Set(kTag, seeker.upper);
        const Vector both = hn::Set(kTag, seeker.upper + seeker.upper_own);
        std::uint32_t bits = 0;
        for (std::size_t v = 0; v < kParts; ++v) {
            const std::size_t at = first + v * kLanes;
            const auto near = hn::And(hn::Le(hn::LoadU(kTag, seeker.lower + at),
                                             hn::Add(best, hn::LoadU(kTag, drift + at))),
                                      hn::Le(hn::LoadU(kTag, seeker.separation + at), both));
            std::uint8_t bytes[8] = {};
            hn::StoreMaskBits(kTag, near, bytes);
            std::uint16_t word;
            std::memcpy(&word, bytes, sizeof word);
            bits |= static_cast<std::uint32_t>(word) << (v * kLanes);
        }
        return bits;
    }

    HWY_INLINE bool is_open(const Seeker& seeker, std::size_t g) const {
        return seeker.lower[g] <= seeker.upper + drift[g] &&
               seeker.separation[g] <= seeker.upper + seeker.upper_own;
    }
};

// Pairs of points and groups that wait until there are enough to meet.
class PairQueue {
public:
    explicit PairQueue(const Scan& scan) : scan_(scan) {}

    HWY_INLINE void push(Seeker& seeker, std::size_t g) {
        seekers_[size_] = &seeker;
        groups_[size_++] = g;
        if (size_ == kAtOnce) flush();
    }

    HWY_INLINE void flush() {
        if (size_ == 0) return;
        const float* rows[kAtOnce];
        const float* groups[kAtOnce];
        bool is_one_group = true;
        for (std::size_t p = 0; p < kAtOnce; ++p) {
            const std::size_t pair = p < size_ ? p : 0;
            rows[p] = seekers_[pair]->row;
            groups[p] = scan_.centers.group(groups_[pair]);
            is_one_group &= groups[p] == groups[0];
        }
        Distances<kAtOnce> distances = is_one_group
                                           ? Distances<kAtOnce>(rows, groups[0], scan_.dims)
                                           : Distances<kAtOnce>(rows, groups, scan_.dims);
        scan_.meet(distances, seekers_, groups_, size_);
        size_ = 0;
    }

private:
    const Scan& scan_;
    Seeker* seekers_[kAtOnce] = {};
    std::size_t groups_[kAtOnce] = {};
    std::size_t size_ = 0;
};

void scan_all(const float* points, std::size_t begin, std::size_t end, ScanState& state) {
    const Scan scan(points, state);
    for (std::size_t first = begin; first < end; first += kAtOnce) {
        const std::size_t count = std::min(kAtOnce, end - first);
        Seeker seekers[kAtOnce];
        Seeker* list[kAtOnce];
        const float* rows[kAtOnce];
        for (std::size_t p = 0; p < kAtOnce; ++p) {
            seekers[p] = scan.seeker_of(std::min(first + p, end - 1), 0, kInfinity);
            list[p] = seekers + p;
            rows[p] = seekers[p].row;
        }
        for (std::size_t g = 0; g < scan.centers.num_groups(); ++g) {
            Distances<kAtOnce> distances(rows, scan.centers.group(g), scan.dims);
            std::size_t groups[kAtOnce];
            std::fill_n(groups, kAtOnce, g);
            scan.meet(distances, list, groups, count);
        }
        for (std::size_t p = 0; p < count; ++p) {
            state.upper[first + p] = seekers[p].upper;
            state.slot[first + p] = static_cast<std::int32_t>(seekers[p].best);
        }
    }
}

void scan_open(const float* points, std::size_t begin, std::size_t end, ScanState& state,
               std::vector<SlotChange>& changes) {
    const Scan scan(points, state);
    PairQueue queue(scan);
    constexpr std::size_t kBatch = 32;
    Seeker seekers[kBatch];
    for (std::size_t first = begin; first < end; first += kBatch) {
        std::size_t size = 0;
        for (std::size_t i = first; i < std::min(first + kBatch, end); ++i) {
            const auto own = static_cast<std::size_t>(state.slot[i]);
            state.upper[i] = (state.upper[i] + state.slot_drift[own]) * kSumAbove;
            seekers[size] = scan.seeker_of(i, own, state.upper[i]);
            // The bounds are most of what is read: ask for those of the next batch in time.
            const float* next = seekers[size].lower + kBatch * state.stride;
            for (std::size_t g = 0; g < state.stride && i + kBatch < end; g += kGroupSize)
                hwy::Prefetch(next + g);
            std::uint32_t open = 0;
            for (std::size_t g = 0; g < state.stride; g += kGroupSize)
                open |= scan.open(seekers[size], g);
            size += open != 0;
        }
        // The own groups first: they make the upper bounds tight, which closes most others.
        for (std::size_t s = 0; s < size; ++s) queue.push(seekers[s], seekers[s].own_group());
        queue.flush();
        for (std::size_t s = 0; s < size; ++s)
            for (std::size_t block = 0; block < state.stride; block += kGroupSize)
                for (std::uint32_t open = scan.open(seekers[s], block); open != 0;
                     open &= open - 1) {
                    const std::size_t g = block + static_cast<std::size_t>(std::countr_zero(open));
                    if (g != seekers[s].own_group() && scan.is_open(seekers[s], g))
                        queue.push(seekers[s], g);
                }
        queue.flush();
        for (std::size_t s = 0; s < size; ++s) {
            const auto [i, best] = std::pair(seekers[s].point, seekers[s].best);
            state.upper[i] = seekers[s].upper;
            if (best == seekers[s].own) continue;
            changes.push_back(
                {static_cast<std::uint32_t>(i), state.slot[i], static_cast<std::int32_t>(best)});
            state.slot[i] = static_cast<std::int32_t>(best);
        }
    }
}

void scan_separation(const float* center_rows, std::size_t begin, std::size_t end,
                     ScanState& state) {
    const Scan scan(center_rows, state);
    for (std::size_t first = begin; first < end; first += kAtOnce) {
        const float* rows[kAtOnce];
        for (std::size_t p = 0; p < kAtOnce; ++p)
            rows[p] = center_rows + std::min(first + p, end - 1) * scan.dims;
        for (std::size_t g = 0; g < scan.centers.num_groups(); ++g) {
            Distances<kAtOnce> distances(rows, scan.centers.group(g), scan.dims);
            float least[kAtOnce];
            distances.least(least);
            for (std::size_t p = 0; p < std::min(kAtOnce, end - first); ++p) {
                const std::size_t slot = first + p;
                if (g == slot / kGroupSize && scan.centers.row_of_slot()[slot] >= 0) {
                    distances.take_lane(p, 0.0f);
                    least[p] = distances.least_of(p);
                }
                state.separation[slot * state.stride + g] = scan.at_least(least[p]);
            }
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
HWY_EXPORT(scan_separation);

namespace {

std::size_t stride_of(const RowGroups& groups) {
    return (groups.num_groups() + kGroupSize - 1) / kGroupSize * kGroupSize;
}

}  // namespace

ScanState::ScanState(const RowGroups& groups, std::size_t num_points)
    : centers(groups),
      stride(stride_of(groups)),
      upper(num_points),
      lower(num_points * stride, std::numeric_limits<float>::infinity()),
      slot(num_points),
      slot_drift(groups.num_slots()),
      group_drift(stride),
      separation(groups.num_slots() * stride, std::numeric_limits<float>::infinity()) {}

std::size_t ScanState::bytes(const RowGroups& groups, std::size_t num_points) {
    return 2 * (num_points + groups.num_slots()) * stride_of(groups) * sizeof(float);
}

void ScanState::copy_point(const ScanState& other, std::size_t from, std::size_t to) {
    upper[to] = other.upper[from];
    slot[to] = other.slot[from];
    std::copy_n(other.lower.data() + from * stride, stride, lower.data() + to * stride);
}

void scan_all(const float* points, std::size_t begin, std::size_t end, ScanState& state) {
    HWY_DYNAMIC_DISPATCH(scan_all)(points, begin, end, state);
}

void scan_open(const float* points, std::size_t begin, std::size_t end, ScanState& state,
               std::vector<SlotChange>& changes) {
    HWY_DYNAMIC_DISPATCH(scan_open)(points, begin, end, state, changes);
}

void scan_separation(const float* center_rows, std::size_t begin, std::size_t end,
                     ScanState& state) {
    HWY_DYNAMIC_DISPATCH(scan_separation)(center_rows, begin, end, state);
}

}  // namespace dhgak
#endif  // HWY_ONCE
