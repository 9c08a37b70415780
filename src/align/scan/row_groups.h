// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "dhgak/core/matrix.h"

namespace dhgak {

inline constexpr std::size_t kGroupSize = 16;

// Rows of a matrix laid out for vector instructions: groups of 16 that were near each other when
// the groups were made, each stored dimension by dimension, so that one point meets 16 rows at a
// time. Slot s is lane s % 16 of group s / 16; slots without a row are infinitely far away. Within
// a group, slots are in the order of the rows.
//
// The groups come from halving: groups [a, b) split at a + (b - a) / 2 are the leaves of a k-d
// tree. With parts of several groups, parts are halved likewise and then each for itself, so that
// every part is a subtree; only the last may lack groups.
class RowGroups {
public:
    explicit RowGroups(const Matrix& rows) : RowGroups(rows, rows, 1) {}

    // Rows are near each other where those of `places` are, which has a row for each.
    RowGroups(const Matrix& rows, const Matrix& places, std::size_t groups_per_part);

    // Takes over the values the rows have now; the groups stay as they are.
    void refresh(const Matrix& rows);

    // The rows in the order they were given.
    Matrix rows() const;

    std::size_t dims() const { return dims_; }
    std::size_t num_groups() const { return num_groups_; }
    std::size_t num_slots() const { return row_of_slot_.size(); }
    const float* group(std::size_t g) const { return values_.data() + g * dims_ * kGroupSize; }

    // -1 for a slot without a row.
    const std::vector<std::int32_t>& row_of_slot() const { return row_of_slot_; }

private:
    std::size_t num_rows_;
    std::size_t dims_;
    std::size_t num_groups_;
    std::vector<std::int32_t> row_of_slot_;
    std::vector<float> values_;
};

}  // namespace dhgak
