// SPDX-License-Identifier: MIT
#include "align/scan/nearest_search.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include "align/scan/scan_targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "align/scan/nearest_search.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "align/scan/group_distances-inl.h"
#include "align/scan/nearest_scan.h"
#include "dhgak/core/parallel.h"

HWY_BEFORE_NAMESPACE();
namespace dhgak {
namespace HWY_NAMESPACE {
namespace {

// After so many dimensions it is worth asking whether the others matter: those of rotated points
// come by decreasing variance.
constexpr std::size_t kFirstDims = 4;

// Adds the squares that step(j, v) gives for dimension j and vector v; stops early if all sums
// exceed `limit`, and says so.
template <class Step>
HWY_INLINE bool sum_squares(std::size_t dims, float limit, const Step& step,
                            Vector (&sums)[kParts]) {
    for (Vector& sum : sums) sum = hn::Zero(kTag);
    std::size_t j = 0;
    const auto add_until = [&](std::size_t end) HWY_ATTR {
        for (; j < end; ++j)
            for (std::size_t v = 0; v < kParts; ++v) {
                const Vector difference = step(j, v);
                sums[v] = hn::MulAdd(difference, difference, sums[v]);
            }
    };
    if (dims > kFirstDims + kFirstDims / 2) {
        add_until(kFirstDims);
        Vector least = sums[0];
        for (std::size_t v = 1; v < kParts; ++v) least = hn::Min(least, sums[v]);
        if (hn::AllTrue(kTag, hn::Gt(least, hn::Set(kTag, limit)))) return false;
    }
    add_until(dims);
    return true;
}

HWY_INLINE std::uint32_t lanes_up_to(const Vector (&sums)[kParts], float limit) {
    std::uint32_t lanes = 0;
    for (std::size_t v = 0; v < kParts; ++v) {
        std::uint8_t bytes[8] = {};
        hn::StoreMaskBits(kTag, hn::Le(sums[v], hn::Set(kTag, limit)), bytes);
        std::uint16_t word;
        std::memcpy(&word, bytes, sizeof word);
        lanes |= static_cast<std::uint32_t>(word) << (v * kLanes);
    }
    return lanes;
}

// From a point to the rows of a group.
struct Steps {
    const float* point;
    const float* group;

    HWY_INLINE Vector operator()(std::size_t j, std::size_t v) const {
        return hn::Sub(hn::Set(kTag, point[j]),
                       hn::LoadU(kTag, group + j * kGroupSize + v * kLanes));
    }
};

class Seeker {
public:
    explicit Seeker(const NearestSearch& search)
        : search_(search),
          row_of_slot_(search.groups().row_of_slot().data()),
          dims_(search.groups().dims()),
          few_dims_(search.places().dims()),
          has_places_(search.is_turned()) {}

    // `place` is the point in few dimensions.
    std::int32_t nearest(const float* point, const float* place) {
        point_ = point;
        place_ = place;
        best_ = limit_ = kInfinity;
        row_ = row_of_slot_[0];
        open_parts_.clear();
        for (std::size_t b = 0; b < search_.part_boxes().num_blocks(); ++b) {
            float bounds[kGroupSize];
            std::uint32_t open = box_bounds(search_.part_boxes().block(b), bounds);
            for (; open != 0; open &= open - 1) {
                const auto lane = static_cast<std::size_t>(std::countr_zero(open));
                const std::size_t part = b * kGroupSize + lane;
                if (part < search_.group_boxes().num_blocks())
                    open_parts_.emplace_back(bounds[lane], part);
            }
        }
        const auto nearest = std::ranges::min_element(open_parts_);
        std::swap(*nearest, open_parts_.front());
        visit_part(open_parts_.front().second);
        const auto rest = std::remove_if(open_parts_.begin() + 1, open_parts_.end(),
                                         [&](const auto& part) { return part.first > limit_; });
        std::sort(open_parts_.begin() + 1, rest);
        for (auto part = open_parts_.begin() + 1; part != rest && part->first <= limit_; ++part)
            visit_part(part->second);
        return row_;
    }

private:
    // Squared distances to 16 boxes, as far as they are up to the best; returns which are.
    HWY_INLINE std::uint32_t box_bounds(const float* block, float* bounds) const {
        Vector sums[kParts];
        const auto step = [&](std::size_t j, std::size_t v) HWY_ATTR {
            const Vector value = hn::Set(kTag, place_[j]);
            const float* at = block + j * 2 * kGroupSize + v * kLanes;
            const Vector inside =
                hn::Min(hn::Max(value, hn::LoadU(kTag, at)), hn::LoadU(kTag, at + kGroupSize));
            return hn::Sub(value, inside);
        };
        if (!sum_squares(few_dims_, limit_, step, sums)) return 0;
        for (std::size_t v = 0; v < kParts; ++v) hn::StoreU(sums[v], kTag, bounds + v * kLanes);
        return lanes_up_to(sums, limit_);
    }

    HWY_INLINE void visit_part(std::size_t part) {
        float bounds[kGroupSize];
        std::uint32_t open = box_bounds(search_.group_boxes().block(part), bounds);
        const std::size_t first = part * kGroupSize;
        const std::size_t size = std::min(kGroupSize, search_.groups().num_groups() - first);
        open &= (std::uint32_t{1} << size) - 1;
        if (open == 0) return;
        const std::size_t nearest =
            static_cast<std::size_t>(std::min_element(bounds, bounds + size) - bounds);
        visit_group(first + nearest);
        open &= ~(std::uint32_t{1} << nearest);
        for (; open != 0; open &= open - 1) {
            const auto lane = static_cast<std::size_t>(std::countr_zero(open));
            if (bounds[lane] <= limit_) visit_group(first + lane);
        }
    }

    HWY_INLINE void visit_group(std::size_t g) {
        Vector sums[kParts];
        if (has_places_ && limit_ < kInfinity) {
            if (!sum_squares(few_dims_, limit_, Steps{place_, search_.places().group(g)}, sums))
                return;
            if (lanes_up_to(sums, limit_) == 0) return;
        }
        sum_squares(dims_, kInfinity, Steps{point_, search_.groups().group(g)}, sums);
        Vector least = sums[0];
        for (std::size_t v = 1; v < kParts; ++v) least = hn::Min(least, sums[v]);
        const float value = hn::GetLane(hn::MinOfLanes(kTag, least));
        if (value > best_) return;
        // Within a group, slots are in the order of the rows.
        const std::uint32_t equal = lanes_up_to(sums, value);
        const std::int32_t row =
            row_of_slot_[g * kGroupSize + static_cast<std::size_t>(std::countr_zero(equal))];
        if (value == best_ && row > row_) return;
        best_ = value;
        limit_ = search_.limit(value);
        row_ = row;
    }

    const NearestSearch& search_;
    const std::int32_t* row_of_slot_;
    std::size_t dims_, few_dims_;
    bool has_places_;  // that are not the rows themselves
    const float* point_ = nullptr;
    const float* place_ = nullptr;
    float best_ = kInfinity;   // squared distance
    float limit_ = kInfinity;  // the same in few dimensions, at most
    std::int32_t row_ = 0;
    std::vector<std::pair<float, std::size_t>> open_parts_;
};

void search_nearest(const Matrix& points, const Matrix& places, std::size_t begin, std::size_t end,
                    const NearestSearch& search, std::int32_t* nearest) {
    Seeker seeker(search);
    for (std::size_t i = begin; i < end; ++i)
        nearest[i] = seeker.nearest(points.row(i).data(), places.row(i).data());
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace dhgak
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dhgak {

HWY_EXPORT(search_nearest);

namespace {

constexpr std::size_t kRowsPerBlock = 1024;

constexpr std::size_t kMostDims = 128;  // beyond, boxes keep hardly anything apart
constexpr double kShare = 0.95;         // of the variance, that few dimensions have

// The rows in as many dimensions as have most of the variance, none where that would not pay.
RotatedPoints turn_to_few(const Matrix& rows) {
    if (rows.cols() > kMostDims) return {.points = Matrix(rows.rows(), 0), .rotation = {}};
    RotatedPoints all = rotate(rows, true);
    if (all.rotation.is_none()) return all;
    const std::size_t dims = all.points.cols();
    std::vector<double> squares(dims);
    double total = 0;
    for (std::size_t r = 0; r < rows.rows(); ++r)
        for (std::size_t j = 0; j < dims; ++j) {
            const double square =
                static_cast<double>(all.points(r, j)) * static_cast<double>(all.points(r, j));
            squares[j] += square;
            total += square;
        }
    std::size_t few = 0;
    for (double sum = 0; few < dims && sum < kShare * total; ++few) sum += squares[few];
    const auto shorten = [&](const Matrix& matrix) {
        Matrix shortened = Matrix::for_overwrite(matrix.rows(), few);
        for (std::size_t r = 0; r < matrix.rows(); ++r)
            std::ranges::copy(matrix.row(r).first(few), shortened.row(r).begin());
        return shortened;
    };
    return {.points = shorten(all.points),
            .rotation = Rotation(all.rotation.middle(), shorten(all.rotation.axes()))};
}

float longest(const Matrix& rows, std::span<const float> middle) {
    double most = 0;
    for (std::size_t r = 0; r < rows.rows(); ++r) {
        double sum = 0;
        for (std::size_t j = 0; j < middle.size(); ++j) {
            const double step = static_cast<double>(rows(r, j)) - static_cast<double>(middle[j]);
            sum += step * step;
        }
        most = std::max(most, sum);
    }
    return static_cast<float>(std::sqrt(most) * (1 + 1e-6));
}

}  // namespace

BoxBlocks::BoxBlocks(std::size_t num_boxes, std::size_t dims)
    : dims_(dims),
      num_blocks_((num_boxes + kGroupSize - 1) / kGroupSize),
      values_(num_blocks_ * block_size()) {
    for (std::size_t at = 0; at < values_.size(); ++at)
        values_[at] = at / kGroupSize % 2 == 0 ? std::numeric_limits<float>::infinity()
                                               : -std::numeric_limits<float>::infinity();
}

void BoxBlocks::extend(std::size_t box, std::size_t dim, float value) {
    float* low =
        values_.data() + box / kGroupSize * block_size() + dim * 2 * kGroupSize + box % kGroupSize;
    float* high = low + kGroupSize;
    *low = std::min(*low, value);
    *high = std::max(*high, value);
}

NearestSearch::NearestSearch(const Matrix& rows) : NearestSearch(rows, turn_to_few(rows)) {}

NearestSearch::NearestSearch(const Matrix& rows, RotatedPoints places)
    : rotation_(std::move(places.rotation)),
      groups_(rows, places.points, kGroupSize),
      places_(places.points, places.points, kGroupSize),
      group_boxes_(groups_.num_groups(), places.points.cols()),
      part_boxes_(group_boxes_.num_blocks(), places.points.cols()),
      relative_error_(static_cast<float>(rows.cols() + 16) * 0x1p-22f),
      underflow_(static_cast<float>(rows.cols() + 16) * 0x1p-126f),
      shift_(rotation_.is_none() ? 0
                                 : std::sqrt(static_cast<float>(places.points.cols())) *
                                       static_cast<float>(rows.cols() + 8) * 0x1p-24f),
      reach_(longest(rows, rotation_.middle())) {
    for (std::size_t slot = 0; slot < groups_.num_slots(); ++slot) {
        if (groups_.row_of_slot()[slot] < 0) continue;
        const auto row = places.points.row(static_cast<std::size_t>(groups_.row_of_slot()[slot]));
        for (std::size_t j = 0; j < row.size(); ++j) {
            group_boxes_.extend(slot / kGroupSize, j, row[j]);
            part_boxes_.extend(slot / kGroupSize / kGroupSize, j, row[j]);
        }
    }
}

float NearestSearch::limit(float squared) const {
    // The point is no longer than the row that was found and the distance to it.
    const float distance = std::sqrt(squared + underflow_) * (1 + relative_error_);
    const float most = distance + 2 * shift_ * (reach_ + distance);
    return most * most * (1 + relative_error_) + underflow_;
}

std::vector<std::int32_t> NearestSearch::nearest(const Matrix& points) const {
    if (places_.dims() == 0) return scan_nearest(points, groups_);
    std::vector<std::int32_t> found(points.rows());
    const Matrix turned = rotation_.is_none() ? Matrix() : rotation_.apply(points);
    const Matrix& places = rotation_.is_none() ? points : turned;
    parallel_blocks(points.rows(), kRowsPerBlock, [&](std::size_t begin, std::size_t end) {
        HWY_DYNAMIC_DISPATCH(search_nearest)(points, places, begin, end, *this, found.data());
    });
    return found;
}

}  // namespace dhgak
#endif  // HWY_ONCE
