// SPDX-License-Identifier: MIT
#include "align/density.h"

#include <algorithm>
#include <functional>

#include "align/core_components.h"
#include "align/rotation.h"
#include "dhgak/core/parallel.h"

namespace dhgak {
namespace {

constexpr std::size_t kGroupsPerBlock = 16;

struct Step {
    std::uint32_t node;
    LaneSet lanes;
};

}  // namespace

DensityClusters::DensityClusters(const Matrix& rows, std::span<const float> weights, double eps,
                                 double min_samples)
    : tree_(rows, rotate(rows, true).points, eps), is_core_(rows.rows()) {
    find_cores(weights, min_samples);
    tree_.keep(is_core_);
    label_ = core_components(tree_);
    label_borders();
}

// What is known about the kept rows below each node.
template <typename Sum, typename OfRow, typename Join>
std::vector<Sum> DensityClusters::node_values(Sum none, const OfRow& of_row,
                                              const Join& join) const {
    std::vector<Sum> values(tree_.nodes().size(), none);
    for (std::size_t node = values.size(); node-- > 0;) {
        const RadiusTree::Node& at = tree_.nodes()[node];
        if (at.is_leaf())
            tree_.for_each_kept(
                at, [&](std::size_t row) { values[node] = join(values[node], of_row(row)); });
        else
            values[node] = join(values[node + 1], values[at.right]);
    }
    return values;
}

void DensityClusters::find_cores(std::span<const float> weights, double min_samples) {
    const auto weight_of = [&](std::size_t row) { return static_cast<double>(weights[row]); };
    const std::vector<double> node_weight = node_values(0.0, weight_of, std::plus<double>());
    parallel_for(tree_.num_groups(), kGroupsPerBlock, [&](std::size_t group) {
        double weight[kGroupSize] = {};
        LaneSet open = 0;  // rows that are not known to be cores
        const auto add = [&](std::size_t lane, double more) {
            weight[lane] += more;
            if (weight[lane] >= min_samples) open &= ~lane_bit(lane);
        };
        for_each_lane(tree_.kept(group), [&](std::size_t lane) {
            if (weight_of(tree_.row_at(group, lane)) < min_samples) open |= lane_bit(lane);
        });
        Step stack[RadiusTree::kMostDepth];
        std::size_t depth = 0;
        stack[depth++] = {0, open};
        while (depth > 0 && open != 0) {
            const std::uint32_t node = stack[--depth].node;
            const LaneSet lanes = stack[depth].lanes;
            if ((lanes & open) == 0) continue;
            const RadiusTree::Node& at = tree_.nodes()[node];
            const LanePairs reach = tree_.reach(group, node);
            for_each_lane(lanes & open & reach.surely,
                          [&](std::size_t lane) { add(lane, node_weight[node]); });
            const LaneSet some = lanes & open & reach.maybe & ~reach.surely;
            if (some == 0) continue;
            if (!at.is_leaf()) {
                // The rows around a row are the likeliest to be near it.
                const bool is_right_own = group >= tree_.nodes()[at.right].first;
                stack[depth++] = {is_right_own ? node + 1 : at.right, some};
                stack[depth++] = {is_right_own ? at.right : node + 1, some};
                continue;
            }
            tree_.meet(group, some, at,
                       [&](std::size_t lane, std::size_t group_of_others, LanePairs pairs) {
                           const std::size_t row = tree_.row_at(group, lane);
                           for_each_lane(pairs.maybe, [&](std::size_t other_lane) {
                               const std::size_t other = tree_.row_at(group_of_others, other_lane);
                               if ((pairs.surely & lane_bit(other_lane)) != 0 ||
                                   tree_.is_within(row, other))
                                   add(lane, weight_of(other));
                           });
                       });
        }
        for_each_lane(tree_.kept(group) & ~open,
                      [&](std::size_t lane) { is_core_[tree_.row_at(group, lane)] = 1; });
    });
}

void DensityClusters::label_borders() {
    for (std::size_t row = 0; row < is_core_.size(); ++row)
        if (!is_core(row)) label_[row] = kNoise;
    const std::vector<std::int32_t> first = node_values(
        kNoise, [&](std::size_t row) { return label_[row]; },
        [](std::int32_t a, std::int32_t b) { return std::min(a, b); });
    parallel_for(tree_.num_groups(), kGroupsPerBlock, [&](std::size_t group) {
        std::int32_t best[kGroupSize];
        std::ranges::fill(best, kNoise);
        LaneSet open = 0;
        for (std::size_t lane = 0; lane < kGroupSize; ++lane)
            if (tree_.row_of_slot()[group * kGroupSize + lane] >= 0) open |= lane_bit(lane);
        open &= ~tree_.kept(group);
        Step stack[RadiusTree::kMostDepth];
        std::size_t depth = 0;
        if (open != 0) stack[depth++] = {0, open};
        while (depth > 0) {
            const std::uint32_t node = stack[--depth].node;
            LaneSet lanes = stack[depth].lanes;
            const RadiusTree::Node& at = tree_.nodes()[node];
            for_each_lane(lanes, [&](std::size_t lane) {
                if (first[node] >= best[lane]) lanes &= ~lane_bit(lane);
            });
            if (lanes == 0) continue;
            const LanePairs reach = tree_.reach(group, node);
            for_each_lane(lanes & reach.surely,
                          [&](std::size_t lane) { best[lane] = first[node]; });
            lanes &= reach.maybe & ~reach.surely;
            if (lanes == 0) continue;
            if (!at.is_leaf()) {
                const bool is_right_first = first[at.right] < first[node + 1];
                stack[depth++] = {is_right_first ? node + 1 : at.right, lanes};
                stack[depth++] = {is_right_first ? at.right : node + 1, lanes};
                continue;
            }
            tree_.meet(group, lanes, at,
                       [&](std::size_t lane, std::size_t group_of_others, LanePairs pairs) {
                           const std::size_t row = tree_.row_at(group, lane);
                           for_each_lane(pairs.maybe, [&](std::size_t other_lane) {
                               const std::size_t other = tree_.row_at(group_of_others, other_lane);
                               if (label_[other] < best[lane] &&
                                   ((pairs.surely & lane_bit(other_lane)) != 0 ||
                                    tree_.is_within(row, other)))
                                   best[lane] = label_[other];
                           });
                       });
        }
        for_each_lane(open,
                      [&](std::size_t lane) { label_[tree_.row_at(group, lane)] = best[lane]; });
    });
}

}  // namespace dhgak
