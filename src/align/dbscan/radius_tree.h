// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "align/dbscan/radius_kernels.h"
#include "align/scan/row_groups.h"
#include "dhgak/core/matrix.h"

namespace dhgak {

// A k-d tree over rows for searches within one radius. Rows are searched from a group at a time.
// Which rows are within the radius is decided exactly: where single precision cannot tell, double
// precision on the rows as given does.
class RadiusTree {
public:
    // Searches `turned`, which has the distances of `rows` up to rounding. Keeps a reference to
    // `rows`.
    RadiusTree(const Matrix& rows, const Matrix& turned, double radius);

    struct Node {
        std::uint32_t first, end;  // groups
        std::uint32_t right;       // the left child comes next; 0: a leaf, which is a few groups

        bool is_leaf() const { return right == 0; }
        std::uint32_t size() const { return end - first; }
    };

    // Children come after their parents.
    const std::vector<Node>& nodes() const { return nodes_; }

    std::size_t num_rows() const { return rows_.rows(); }
    std::size_t num_groups() const { return groups_.num_groups(); }

    // The row in each slot of the groups, -1 for none.
    const std::vector<std::int32_t>& row_of_slot() const { return groups_.row_of_slot(); }
    std::size_t row_at(std::size_t group, std::size_t lane) const {
        return static_cast<std::size_t>(row_of_slot()[group * kGroupSize + lane]);
    }

    // The rows of a group that are to be found: all of them, until keep().
    LaneSet kept(std::size_t group) const { return kept_[group]; }

    // Calls body(row) for each row to be found below a node.
    template <typename Body>
    void for_each_kept(const Node& node, const Body& body) const {
        for (std::size_t group = node.first; group < node.end; ++group)
            for_each_lane(kept_[group], [&](std::size_t lane) { body(row_at(group, lane)); });
    }

    // From now on only rows with flags[row] != 0 are found.
    void keep(std::span<const char> flags);

    // Which rows of the group may have some of the node's rows within the radius, and which have
    // all of them.
    LanePairs reach(std::size_t group, std::size_t node) const {
        const float* values = groups_.group(group);
        const LaneSet maybe = box_near(values, box(node), groups_.dims(), limits_.maybe);
        if (maybe == 0 || !is_narrow_[node]) return {maybe, 0};
        return {maybe, box_inside(values, box(node), groups_.dims(), limits_.surely)};
    }

    // Whether two nodes may have rows within the radius of each other, and whether all are.
    enum class Nearness { apart, some, all };
    Nearness nearness(std::size_t a, std::size_t b) const;

    // Calls meet(lane, other_group, pairs) for each row among `lanes` of `group` that may have kept
    // rows of a leaf's groups within the radius; is_within() decides about those not sure.
    template <typename Meet>
    void meet(std::size_t group, LaneSet lanes, const Node& leaf, const Meet& meet) const {
        LanePairs pairs[kMostGroupsPerLeaf * kGroupSize];
        group_pairs(groups_.group(group), lanes, groups_.group(leaf.first), leaf.size(),
                    groups_.dims(), limits_, pairs);
        for_each_lane(lanes, [&](std::size_t lane) {
            for (std::size_t other = leaf.first; other < leaf.end; ++other) {
                const LanePairs& found = pairs[(other - leaf.first) * kGroupSize + lane];
                const LaneSet maybe = found.maybe & kept_[other];
                if (maybe != 0) meet(lane, other, LanePairs{maybe, found.surely & maybe});
            }
        });
    }

    // Whether two rows are within the radius, in double precision.
    bool is_within(std::size_t a, std::size_t b) const {
        return exact_distance(rows_.row(a), static_cast<std::int32_t>(b)) <= squared_radius_;
    }

    // The least value of the rows within the radius of a point, which is given in the columns that
    // are searched and are those of the rows; kNoValue if there is none. `least_of_node` is
    // least_by_node(values).
    static constexpr std::int32_t kNoValue = std::numeric_limits<std::int32_t>::max();
    std::int32_t least_within(std::span<const float> point, std::span<const std::int32_t> values,
                              std::span<const std::int32_t> least_of_node) const;

    // By node: the least value of the kept rows below it.
    std::vector<std::int32_t> least_by_node(std::span<const std::int32_t> values) const;

    static constexpr std::size_t kMostDepth = 64;  // of a tree that halves 2^32 rows, and more

private:
    static constexpr std::size_t kMostGroupsPerLeaf = 4;

    void build(std::uint32_t first, std::uint32_t end);
    void bound(std::size_t node);
    double exact_distance(std::span<const float> point, std::int32_t row) const;
    const float* box(std::size_t node) const { return boxes_.data() + node * 2 * groups_.dims(); }
    float distance_to_node(const float* row, std::size_t node) const {
        return box_distance(row, box(node), groups_.dims());
    }

    const Matrix& rows_;
    RowGroups groups_;
    std::vector<LaneSet> kept_;  // by group
    double squared_radius_;
    Limits limits_;
    std::vector<Node> nodes_;
    std::vector<float> boxes_;     // by node, around its kept rows: lows, then highs
    std::vector<char> is_narrow_;  // by node: its box may fit into a ball
};

}  // namespace dhgak
