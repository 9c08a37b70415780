// SPDX-License-Identifier: MIT
#include "align/kmeans/lloyd.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "align/kmeans/center_sums.h"
#include "align/scan/bounded_scan.h"
#include "align/scan/nearest_search.h"
#include "align/scan/row_groups.h"
#include "dhgak/core/parallel.h"

namespace dhgak {
namespace {

constexpr std::size_t kAssignedPerBlock = 1024;
constexpr std::size_t kSlotsPerBlock = 128;

// Points in the order of their slots, so that neighbours need the same groups of centers.
std::vector<std::uint32_t> order_by_slot(std::span<const std::int32_t> slots,
                                         std::size_t num_slots) {
    std::vector<std::size_t> next(num_slots + 1);
    for (const std::int32_t slot : slots) ++next[static_cast<std::size_t>(slot) + 1];
    std::partial_sum(next.begin(), next.end(), next.begin());
    std::vector<std::uint32_t> order(slots.size());
    for (std::size_t i = 0; i < slots.size(); ++i)
        order[next[static_cast<std::size_t>(slots[i])]++] = static_cast<std::uint32_t>(i);
    return order;
}

class LloydRun {
public:
    LloydRun(const Matrix& points, std::span<const float> weights, Matrix starts,
             std::size_t most_bound_bytes)
        : centers_(std::move(starts)),
          groups_(centers_),
          points_(sort_points(points, ScanState::bytes(groups_, points.rows()) > most_bound_bytes)),
          weights_(points.rows()),
          sums_(points_, weights_, centers_.rows()),
          steps_(centers_.rows()) {
        changes_.resize(points.rows());
        for (std::size_t i = 0; i < order_.size(); ++i) {
            weights_[i] = weights[order_[i]];
            changes_[i] = {static_cast<std::uint32_t>(i), -1, center_of_point_[i]};
        }
    }

    // Moves the centers to the means of their points; returns the summed squared movement.
    double move_centers() {
        sums_.update(changes_);
        const double movement = sums_.move(center_of_point_, centers_, steps_);
        if (bounds_) loosen_bounds();
        return movement;
    }

    // Finds the nearest centers; returns whether any point has another one than before.
    bool reassign() {
        changes_.clear();
        if (bounds_)
            scan_bounds();
        else
            search();
        for (const CenterChange& change : changes_) center_of_point_[change.point] = change.to;
        return !changes_.empty();
    }

    // The result in the order of the points given.
    void finish(LloydResult& result) && {
        result.centers = std::move(centers_);
        result.center_of_point.resize(order_.size());
        for (std::size_t i = 0; i < order_.size(); ++i)
            result.center_of_point[order_[i]] = center_of_point_[i];
    }

private:
    static float round_up(double value) { return static_cast<float>(value * (1 + 0x1p-22)); }

    std::int32_t center_of_slot(std::int32_t slot) const {
        return groups_.row_of_slot()[static_cast<std::size_t>(slot)];
    }

    void loosen_bounds() {
        groups_.refresh(centers_);
        for (std::size_t g = 0; g < groups_.num_groups(); ++g) {
            float farthest = 0;
            for (std::size_t s = g * kGroupSize; s < (g + 1) * kGroupSize; ++s) {
                const std::int32_t center = groups_.row_of_slot()[s];
                if (center < 0) continue;
                bounds_->slot_drift[s] = round_up(steps_[static_cast<std::size_t>(center)]);
                farthest = std::max(farthest, bounds_->slot_drift[s]);
            }
            bounds_->group_drift[g] = round_up(static_cast<double>(bounds_->group_drift[g]) +
                                               static_cast<double>(farthest));
        }
    }

    void scan_bounds() {
        Matrix slot_rows(groups_.num_slots(), points_.cols());
        for (std::size_t s = 0; s < groups_.num_slots(); ++s)
            if (groups_.row_of_slot()[s] >= 0)
                std::ranges::copy(centers_.row(static_cast<std::size_t>(groups_.row_of_slot()[s])),
                                  slot_rows.row(s).begin());
        parallel_blocks(groups_.num_slots(), kSlotsPerBlock,
                        [&](std::size_t begin, std::size_t end) {
                            scan_separation(slot_rows.values().data(), begin, end, *bounds_);
                        });
        std::vector<std::vector<SlotChange>> blocks((points_.rows() + kAssignedPerBlock - 1) /
                                                    kAssignedPerBlock);
        parallel_blocks(points_.rows(), kAssignedPerBlock, [&](std::size_t begin, std::size_t end) {
            scan_open(points_.values().data(), begin, end, *bounds_,
                      blocks[begin / kAssignedPerBlock]);
        });
        for (const std::vector<SlotChange>& block : blocks)
            for (const SlotChange& change : block)
                changes_.push_back(
                    {change.point, center_of_slot(change.from), center_of_slot(change.to)});
    }

    void search() {
        const std::vector<std::int32_t> nearest = NearestSearch(centers_).nearest(points_);
        for (std::size_t i = 0; i < nearest.size(); ++i)
            if (nearest[i] != center_of_point_[i])
                changes_.push_back(
                    {static_cast<std::uint32_t>(i), center_of_point_[i], nearest[i]});
    }

    // The first assignment, after which points and bounds are put in the order of the slots.
    Matrix sort_points(const Matrix& points, bool is_without_bounds) {
        const std::size_t size = points.rows();
        std::optional<ScanState> unsorted;
        std::vector<std::int32_t> slots;
        if (is_without_bounds) {
            std::vector<std::int32_t> slot_of_center(centers_.rows());
            for (std::size_t s = 0; s < groups_.num_slots(); ++s)
                if (const std::int32_t center = groups_.row_of_slot()[s]; center >= 0)
                    slot_of_center[static_cast<std::size_t>(center)] = static_cast<std::int32_t>(s);
            slots = NearestSearch(centers_).nearest(points);
            for (std::int32_t& slot : slots) slot = slot_of_center[static_cast<std::size_t>(slot)];
        } else {
            unsorted.emplace(groups_, size);
            parallel_blocks(size, kAssignedPerBlock, [&](std::size_t begin, std::size_t end) {
                scan_all(points.values().data(), begin, end, *unsorted);
            });
            slots = unsorted->slot;
            bounds_.emplace(groups_, size);
        }
        order_ = order_by_slot(slots, groups_.num_slots());
        Matrix sorted(size, points.cols());
        center_of_point_.resize(size);
        parallel_for(size, kAssignedPerBlock, [&](std::size_t i) {
            std::ranges::copy(points.row(order_[i]), sorted.row(i).begin());
            center_of_point_[i] = center_of_slot(slots[order_[i]]);
            if (bounds_) bounds_->copy_point(*unsorted, order_[i], i);
        });
        return sorted;
    }

    Matrix centers_;
    RowGroups groups_;
    std::optional<ScanState> bounds_;
    std::vector<std::uint32_t> order_;
    std::vector<std::int32_t> center_of_point_;
    Matrix points_;
    std::vector<float> weights_;
    CenterSums sums_;
    std::vector<CenterChange> changes_;
    std::vector<double> steps_;
};

}  // namespace

LloydResult lloyd(const Matrix& points, std::span<const float> weights, Matrix starts,
                  const LloydOptions& options, std::size_t most_bound_bytes) {
    LloydResult result;
    LloydRun run(points, weights, std::move(starts), most_bound_bytes);
    while (result.iterations < options.iterations && !result.converged) {
        ++result.iterations;
        const bool has_moved = run.move_centers() > options.movement;
        result.converged = !run.reassign() || !has_moved;
    }
    std::move(run).finish(result);
    return result;
}

double inertia(const Matrix& points, std::span<const float> weights, const LloydResult& result) {
    double sum = 0;
    for (std::size_t i = 0; i < points.rows(); ++i) {
        const float* center =
            result.centers.row(static_cast<std::size_t>(result.center_of_point[i])).data();
        const float* row = points.row(i).data();
        double squared = 0;
        for (std::size_t j = 0; j < points.cols(); ++j) {
            const double difference = static_cast<double>(row[j]) - static_cast<double>(center[j]);
            squared += difference * difference;
        }
        sum += static_cast<double>(weights[i]) * squared;
    }
    return sum;
}

}  // namespace dhgak
