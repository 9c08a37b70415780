// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "dhgak/core/matrix.h"

namespace dhgak {

inline constexpr std::size_t kGroupSize = 16;

// Centers laid out for vector instructions: groups of 16 that were near each other when the groups
// were made, each stored dimension by dimension, so that one point meets 16 centers at a time.
// Slot s is lane s % 16 of group s / 16; slots without a center are infinitely far away. Within a
// group, slots are in the order of the centers.
class CenterGroups {
public:
    explicit CenterGroups(const Matrix& centers);

    // Takes over where the centers are now; the groups stay as they are.
    void refresh(const Matrix& centers);

    std::size_t dims() const { return dims_; }
    std::size_t num_groups() const { return num_groups_; }
    std::size_t num_slots() const { return center_of_slot_.size(); }
    const float* group(std::size_t g) const { return values_.data() + g * dims_ * kGroupSize; }

    // -1 for a slot without a center.
    const std::vector<std::int32_t>& center_of_slot() const { return center_of_slot_; }

private:
    std::size_t dims_;
    std::size_t num_groups_;
    std::vector<std::int32_t> center_of_slot_;
    std::vector<float> values_;
};

}  // namespace dhgak
