// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "align/scan/row_groups.h"

namespace dhgak {

// Some of the 16 lanes of a group, a bit for each.
using LaneSet = std::uint32_t;

constexpr LaneSet lane_bit(std::size_t lane) { return LaneSet{1} << lane; }

template <typename Body>
void for_each_lane(LaneSet lanes, const Body& body) {
    for (; lanes != 0; lanes &= lanes - 1) body(static_cast<std::size_t>(std::countr_zero(lanes)));
}

// Squared distances in single precision: above `maybe` two rows are apart, up to `surely` they are
// within the radius.
struct Limits {
    float maybe, surely;
};

// Lanes that may be within the radius, and those among them that are.
struct LanePairs {
    LaneSet maybe, surely;
};

// The squared distances between the nearest and between the farthest points of two boxes.
struct BoxDistances {
    float least, most;
};

// A box is `dims` lows, then `dims` highs.
BoxDistances box_distances(const float* a, const float* b, std::size_t dims);

// The squared distance from `row` to a box.
float box_distance(const float* row, const float* box, std::size_t dims);

// The rows of a group with a squared distance up to `limit` to the nearest point of a box, and
// those with one to the farthest.
LaneSet box_near(const float* group, const float* box, std::size_t dims, float limit);
LaneSet box_inside(const float* group, const float* box, std::size_t dims, float limit);

// The squared distances from `row` to the 16 rows of a group; those that are all above `limit` may
// be left unfinished, but above it.
void group_distances(const float* row, const float* group, std::size_t dims, float limit,
                     float* distances);

// For each row among `lanes` of the group `from`, which rows of `num_groups` groups that follow
// each other are within the radius: pairs[16 * g + lane]. The other elements of `pairs` stay as
// they are.
void group_pairs(const float* from, LaneSet lanes, const float* groups, std::size_t num_groups,
                 std::size_t dims, const Limits& limits, LanePairs* pairs);

}  // namespace dhgak
