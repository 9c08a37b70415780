// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "align/row_groups.h"
#include "dhgak/core/matrix.h"

namespace dhgak {

// The squared distance from `row` to a box: `dims` lows, then `dims` highs.
float box_distance(const float* row, const float* box, std::size_t dims);

// The squared distances from `row` to the 16 rows of a group; those that are all above `limit` may
// be left unfinished, but above it.
void group_distances(const float* row, const float* group, std::size_t dims, float limit,
                     float* distances);

// A k-d tree over rows for searches within one radius. Which rows are within it is decided
// exactly: where single precision cannot tell, double precision on the rows as given does.
class RadiusTree {
public:
    // Searches `turned`, which has the distances of `rows` up to rounding. Keeps a reference to
    // `rows`.
    RadiusTree(const Matrix& rows, Matrix turned, double radius);

    struct Node {
        std::uint32_t first, end;  // groups
        std::uint32_t right;       // the left child comes next; 0: a leaf, which is one group
    };

    // Children come after their parents.
    const std::vector<Node>& nodes() const { return nodes_; }

    // The row in each slot of the groups, -1 for none.
    const std::vector<std::int32_t>& row_of_slot() const { return groups_.row_of_slot(); }

    // Visits the rows within the radius of row `from`, itself included, in any order: those that
    // `wants(row)` accepts, in nodes that `enter(node)` accepts. Ends when `meet(row)` says false.
    template <typename Enter, typename Wants, typename Meet>
    void visit(std::size_t from, const Enter& enter, const Wants& wants, const Meet& meet) const {
        if (nodes_.empty()) return;
        const float* row = turned_.row(from).data();
        std::uint32_t stack[kMostDepth];
        std::size_t depth = 0;
        stack[depth++] = 0;
        while (depth > 0) {
            const std::uint32_t at = stack[--depth];
            if (!enter(at) || distance_to_node(row, at) > maybe_within_) continue;
            if (const std::uint32_t right = nodes_[at].right; right != 0) {
                stack[depth++] = right;
                stack[depth++] = at + 1;
                continue;
            }
            float distances[kGroupSize];
            const std::size_t group = nodes_[at].first;
            group_distances(row, groups_.group(group), groups_.dims(), maybe_within_, distances);
            for (std::size_t lane = 0; lane < kGroupSize; ++lane) {
                const std::int32_t other = row_of_slot()[group * kGroupSize + lane];
                if (other < 0 || distances[lane] > maybe_within_ || !wants(other)) continue;
                if (distances[lane] > surely_within_ &&
                    exact_distance(rows_.row(from), other) > squared_radius_)
                    continue;
                if (!meet(other)) return;
            }
        }
    }

    // The nearest row within the radius of a point given in the columns that are searched; of
    // equally near ones the first; -1 if there is none.
    std::int32_t nearest(std::span<const float> point) const;

private:
    static constexpr std::size_t kMostDepth = 64;  // of a tree that halves 2^32 rows, and more

    void build(std::uint32_t first, std::uint32_t end);
    double exact_distance(std::span<const float> point, std::int32_t row) const;
    float distance_to_node(const float* row, std::size_t node) const {
        return box_distance(row, boxes_.data() + node * 2 * groups_.dims(), groups_.dims());
    }

    const Matrix& rows_;
    Matrix turned_;
    RowGroups groups_;
    double squared_radius_;
    float surely_within_, maybe_within_;  // squared distances in single precision
    float slack_;                         // what rounding may add to a distance
    std::vector<Node> nodes_;
    std::vector<float> boxes_;  // by node: lows, then highs
};

}  // namespace dhgak
