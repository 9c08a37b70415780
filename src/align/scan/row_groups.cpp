// SPDX-License-Identifier: MIT
#include "align/scan/row_groups.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>

namespace dhgak {
namespace {

std::size_t widest_dimension(const Matrix& rows, std::span<const std::int32_t> members) {
    std::vector<float> low(rows.cols(), std::numeric_limits<float>::infinity());
    std::vector<float> high(rows.cols(), -std::numeric_limits<float>::infinity());
    for (const std::int32_t member : members) {
        const float* row = rows.row(static_cast<std::size_t>(member)).data();
        for (std::size_t j = 0; j < rows.cols(); ++j) {
            low[j] = std::min(low[j], row[j]);
            high[j] = std::max(high[j], row[j]);
        }
    }
    std::size_t widest = 0;
    for (std::size_t j = 1; j < rows.cols(); ++j)
        if (high[j] - low[j] > high[widest] - low[widest]) widest = j;
    return widest;
}

// Halves the rows along their widest dimension until each piece has one unit of rows, then goes on
// with units of a group.
void split(const Matrix& rows, std::span<std::int32_t> members, std::size_t unit) {
    if (members.size() <= unit) unit = kGroupSize;
    if (members.size() <= kGroupSize) {
        std::ranges::sort(members);
        return;
    }
    const std::size_t num_units = (members.size() + unit - 1) / unit;
    const std::size_t half = num_units / 2 * unit;
    if (rows.cols() > 0) {
        const std::size_t j = widest_dimension(rows, members);
        std::nth_element(members.begin(), members.begin() + static_cast<std::ptrdiff_t>(half),
                         members.end(), [&](std::int32_t a, std::int32_t b) {
                             const float left = rows(static_cast<std::size_t>(a), j);
                             const float right = rows(static_cast<std::size_t>(b), j);
                             return left != right ? left < right : a < b;
                         });
    }
    split(rows, members.first(half), unit);
    split(rows, members.subspan(half), unit);
}

}  // namespace

RowGroups::RowGroups(const Matrix& rows, const Matrix& places, std::size_t groups_per_part)
    : num_rows_(rows.rows()),
      dims_(rows.cols()),
      num_groups_((rows.rows() + kGroupSize - 1) / kGroupSize),
      row_of_slot_(num_groups_ * kGroupSize, -1),
      values_(num_groups_ * kGroupSize * dims_, std::numeric_limits<float>::infinity()) {
    const std::span<std::int32_t> members = std::span(row_of_slot_).first(rows.rows());
    std::iota(members.begin(), members.end(), 0);
    split(places, members, groups_per_part * kGroupSize);
    refresh(rows);
}

void RowGroups::refresh(const Matrix& rows) {
    for (std::size_t s = 0; s < row_of_slot_.size(); ++s) {
        if (row_of_slot_[s] < 0) continue;
        const float* row = rows.row(static_cast<std::size_t>(row_of_slot_[s])).data();
        float* lane = values_.data() + s / kGroupSize * dims_ * kGroupSize + s % kGroupSize;
        for (std::size_t j = 0; j < dims_; ++j) lane[j * kGroupSize] = row[j];
    }
}

Matrix RowGroups::rows() const {
    Matrix rows(num_rows_, dims_);
    for (std::size_t s = 0; s < row_of_slot_.size(); ++s) {
        if (row_of_slot_[s] < 0) continue;
        const float* lane = group(s / kGroupSize) + s % kGroupSize;
        float* row = rows.row(static_cast<std::size_t>(row_of_slot_[s])).data();
        for (std::size_t j = 0; j < dims_; ++j) row[j] = lane[j * kGroupSize];
    }
    return rows;
}

}  // namespace dhgak
