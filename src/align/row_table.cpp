// SPDX-License-Identifier: MIT
#include "align/row_table.h"

#include <algorithm>
#include <bit>

namespace dhgak {

std::uint64_t hash_row(std::span<const float> row) {
    std::uint64_t hash = 0x9e3779b97f4a7c15ULL;
    for (const float value : row) {
        const auto bits = std::bit_cast<std::uint32_t>(value + 0.0f);  // -0 becomes +0
        hash = (hash ^ bits) * 0xff51afd7ed558ccdULL;
        hash ^= hash >> 32;
    }
    return hash;
}

RowTable::RowTable(const Matrix& rows)
    : rows_(rows),
      row_in_slot_(std::bit_ceil(2 * rows.rows() + 1), kNone),
      hash_in_slot_(row_in_slot_.size()) {}

std::uint32_t RowTable::add(std::uint32_t row, std::uint64_t hash) {
    const std::size_t slot = slot_of(rows_.row(row), hash);
    if (row_in_slot_[slot] == kNone) {
        row_in_slot_[slot] = row;
        hash_in_slot_[slot] = hash;
    }
    return row_in_slot_[slot];
}

std::size_t RowTable::slot_of(std::span<const float> values, std::uint64_t hash) const {
    const std::size_t mask = row_in_slot_.size() - 1;
    std::size_t slot = hash & mask;
    while (
        row_in_slot_[slot] != kNone &&
        !(hash_in_slot_[slot] == hash && std::ranges::equal(rows_.row(row_in_slot_[slot]), values)))
        slot = (slot + 1) & mask;
    return slot;
}

}  // namespace dhgak
