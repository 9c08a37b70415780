// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "align/scan/row_groups.h"

namespace dhgak {

// What is known about the distances from points to centers, between two rounds of k-means. A group
// of centers whose lower bound exceeds the upper bound of a point need not be looked at.
//
// Bounds allow for the rounding of distances, so that the nearest centers are those of a full scan
// in the same arithmetic, bit for bit.
struct ScanState {
    const RowGroups& centers;
    std::size_t stride;  // floats per row of `lower` and `separation`: groups, padded to 16

    // By point.
    std::vector<float> upper;  // on the distance to the point's own center
    std::vector<float> lower;  // row of groups: on the distance to each group's nearest center
                               // other than the own, plus the group's drift at that time
    std::vector<std::int32_t> slot;  // of the own center

    // By slot or group, of the centers as they are now.
    std::vector<float> slot_drift;   // how far the center moved since the last round, at most
    std::vector<float> group_drift;  // the sum over rounds of the farthest movement in the group
    std::vector<float> separation;   // row of groups: at least the distance from the slot's center
                                     // to the group's nearest other center

    ScanState(const RowGroups& groups, std::size_t num_points);

    // What two of them take, of which one is kept in another order of points.
    static std::size_t bytes(const RowGroups& groups, std::size_t num_points);

    // Takes over what `other` knows about a point.
    void copy_point(const ScanState& other, std::size_t from, std::size_t to);
};

struct SlotChange {
    std::uint32_t point;
    std::int32_t from;
    std::int32_t to;
};

// Finds the nearest center of each point of `points` in [begin, end), rows of centers.dims(), and
// fills its bounds. Of equally near centers, the first counts.
void scan_all(const float* points, std::size_t begin, std::size_t end, ScanState& state);

// The same after the centers moved, by what the bounds leave open. Appends what changed.
void scan_open(const float* points, std::size_t begin, std::size_t end, ScanState& state,
               std::vector<SlotChange>& changes);

// Fills `separation` of the slots [begin, end). `center_rows` are the centers in order of slots.
void scan_separation(const float* center_rows, std::size_t begin, std::size_t end,
                     ScanState& state);

}  // namespace dhgak
