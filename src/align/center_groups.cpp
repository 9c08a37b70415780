// SPDX-License-Identifier: MIT
#include "align/center_groups.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>

namespace dhgak {
namespace {

std::size_t widest_dimension(const Matrix& centers, std::span<const std::int32_t> members) {
    std::size_t widest = 0;
    float width = -1;
    for (std::size_t j = 0; j < centers.cols(); ++j) {
        float low = std::numeric_limits<float>::infinity(), high = -low;
        for (const std::int32_t center : members) {
            const float value = centers(static_cast<std::size_t>(center), j);
            low = std::min(low, value);
            high = std::max(high, value);
        }
        if (high - low > width) {
            width = high - low;
            widest = j;
        }
    }
    return widest;
}

// Halves the centers along their widest dimension until each part is a group.
void split(const Matrix& centers, std::span<std::int32_t> members) {
    if (members.size() <= kGroupSize) {
        std::ranges::sort(members);
        return;
    }
    const std::size_t num_groups = (members.size() + kGroupSize - 1) / kGroupSize;
    const std::size_t half = num_groups / 2 * kGroupSize;
    if (centers.cols() > 0) {
        const std::size_t j = widest_dimension(centers, members);
        std::nth_element(members.begin(), members.begin() + static_cast<std::ptrdiff_t>(half),
                         members.end(), [&](std::int32_t a, std::int32_t b) {
                             const float left = centers(static_cast<std::size_t>(a), j);
                             const float right = centers(static_cast<std::size_t>(b), j);
                             return left != right ? left < right : a < b;
                         });
    }
    split(centers, members.first(half));
    split(centers, members.subspan(half));
}

}  // namespace

CenterGroups::CenterGroups(const Matrix& centers)
    : dims_(centers.cols()),
      num_groups_((centers.rows() + kGroupSize - 1) / kGroupSize),
      center_of_slot_(num_groups_ * kGroupSize, -1),
      values_(num_groups_ * kGroupSize * dims_, std::numeric_limits<float>::infinity()) {
    const std::span<std::int32_t> members = std::span(center_of_slot_).first(centers.rows());
    std::iota(members.begin(), members.end(), 0);
    split(centers, members);
    refresh(centers);
}

void CenterGroups::refresh(const Matrix& centers) {
    for (std::size_t s = 0; s < center_of_slot_.size(); ++s) {
        if (center_of_slot_[s] < 0) continue;
        const float* row = centers.row(static_cast<std::size_t>(center_of_slot_[s])).data();
        float* lane = values_.data() + s / kGroupSize * dims_ * kGroupSize + s % kGroupSize;
        for (std::size_t j = 0; j < dims_; ++j) lane[j * kGroupSize] = row[j];
    }
}

}  // namespace dhgak
