// SPDX-License-Identifier: MIT
#include "align/dbscan/density_clusters.h"

#include <algorithm>
#include <functional>

#include "align/dbscan/core_components.h"
#include "align/kmeans/rotation.h"
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

// Searches the tree for what is within reach of the rows in some lanes of a group.
//
//   enter(node, lanes)      those of the lanes that want to know about the node
//   is_right_first(node)    which child to look at first
//   take_node(lane, node)   all kept rows below the node are within reach
//   wants(lane, row)        whether to find out about a single row
//   take_row(lane, row)     it is within reach
template <typename Visitor>
void DensityClusters::search(std::size_t group, LaneSet lanes, Visitor& visitor) const {
    Step stack[RadiusTree::kMostDepth];
    std::size_t depth = 0;
    if (lanes != 0) stack[depth++] = {0, lanes};
    while (depth > 0) {
        const std::uint32_t node = stack[--depth].node;
        const LaneSet open = visitor.enter(node, stack[depth].lanes);
        if (open == 0) continue;
        const LanePairs reach = tree_.reach(group, node);
        for_each_lane(open & reach.surely,
                      [&](std::size_t lane) { visitor.take_node(lane, node); });
        const LaneSet some = open & reach.maybe & ~reach.surely;
        if (some == 0) continue;
        const RadiusTree::Node& at = tree_.nodes()[node];
        if (!at.is_leaf()) {
            const bool is_right_first = visitor.is_right_first(node);
            stack[depth++] = {is_right_first ? node + 1 : at.right, some};
            stack[depth++] = {is_right_first ? at.right : node + 1, some};
            continue;
        }
        tree_.meet(
            group, some, at, [&](std::size_t lane, std::size_t group_of_others, LanePairs pairs) {
                const std::size_t row = tree_.row_at(group, lane);
                for_each_lane(pairs.maybe, [&](std::size_t other_lane) {
                    const std::size_t other = tree_.row_at(group_of_others, other_lane);
                    if (visitor.wants(lane, other) &&
                        ((pairs.surely & lane_bit(other_lane)) != 0 || tree_.is_within(row, other)))
                        visitor.take_row(lane, other);
                });
            });
    }
}

void DensityClusters::find_cores(std::span<const float> weights, double min_samples) {
    const auto weight_of = [&](std::size_t row) { return static_cast<double>(weights[row]); };
    const std::vector<double> node_weight = node_values(0.0, weight_of, std::plus<double>());

    struct Neighbours {
        const DensityClusters& clusters;
        std::span<const float> weights;
        const std::vector<double>& node_weight;
        double min_samples;
        std::size_t group;
        LaneSet open = 0;  // rows that are not known to be cores
        double weight[kGroupSize] = {};

        LaneSet enter(std::uint32_t, LaneSet lanes) const { return lanes & open; }
        // The rows around a row are the likeliest to be near it.
        bool is_right_first(std::uint32_t node) const {
            const auto& nodes = clusters.tree_.nodes();
            return group >= nodes[nodes[node].right].first;
        }
        void take_node(std::size_t lane, std::uint32_t node) { add(lane, node_weight[node]); }
        bool wants(std::size_t lane, std::size_t) const { return (open & lane_bit(lane)) != 0; }
        void take_row(std::size_t lane, std::size_t row) {
            add(lane, static_cast<double>(weights[row]));
        }
        void add(std::size_t lane, double more) {
            weight[lane] += more;
            if (weight[lane] >= min_samples) open &= ~lane_bit(lane);
        }
    };

    parallel_for(tree_.num_groups(), kGroupsPerBlock, [&](std::size_t group) {
        Neighbours neighbours = {*this, weights, node_weight, min_samples, group};
        for_each_lane(tree_.kept(group), [&](std::size_t lane) {
            if (weight_of(tree_.row_at(group, lane)) < min_samples)
                neighbours.open |= lane_bit(lane);
        });
        search(group, neighbours.open, neighbours);
        for_each_lane(tree_.kept(group) & ~neighbours.open,
                      [&](std::size_t lane) { is_core_[tree_.row_at(group, lane)] = 1; });
    });
}

void DensityClusters::label_borders() {
    for (std::size_t row = 0; row < is_core_.size(); ++row)
        if (!is_core(row)) label_[row] = kNoise;
    const std::vector<std::int32_t> first = node_values(
        kNoise, [&](std::size_t row) { return label_[row]; },
        [](std::int32_t a, std::int32_t b) { return std::min(a, b); });

    struct FirstCluster {
        const DensityClusters& clusters;
        const std::vector<std::int32_t>& first;
        std::int32_t best[kGroupSize];

        LaneSet enter(std::uint32_t node, LaneSet lanes) const {
            LaneSet open = 0;
            for_each_lane(lanes, [&](std::size_t lane) {
                if (first[node] < best[lane]) open |= lane_bit(lane);
            });
            return open;
        }
        bool is_right_first(std::uint32_t node) const {
            return first[clusters.tree_.nodes()[node].right] < first[node + 1];
        }
        void take_node(std::size_t lane, std::uint32_t node) { best[lane] = first[node]; }
        bool wants(std::size_t lane, std::size_t row) const {
            return clusters.label_[row] < best[lane];
        }
        void take_row(std::size_t lane, std::size_t row) { best[lane] = clusters.label_[row]; }
    };

    parallel_for(tree_.num_groups(), kGroupsPerBlock, [&](std::size_t group) {
        LaneSet open = 0;
        for (std::size_t lane = 0; lane < kGroupSize; ++lane)
            if (tree_.row_of_slot()[group * kGroupSize + lane] >= 0) open |= lane_bit(lane);
        open &= ~tree_.kept(group);
        FirstCluster cluster = {*this, first, {}};
        std::ranges::fill(cluster.best, kNoise);
        search(group, open, cluster);
        for_each_lane(open, [&](std::size_t lane) {
            label_[tree_.row_at(group, lane)] = cluster.best[lane];
        });
    });
}

}  // namespace dhgak
