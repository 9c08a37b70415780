// SPDX-License-Identifier: MIT
#include "graph/wl/sequence_table.h"

#include <algorithm>

namespace dhgak {

std::uint64_t SequenceTable::hash(std::span<const std::uint32_t> sequence) {
    std::uint64_t hash = sequence.size();
    for (const std::uint32_t number : sequence) {
        hash = (hash ^ number) * 0x9e3779b97f4a7c15U;
        hash ^= hash >> 29;
    }
    hash *= 0xbf58476d1ce4e5b9U;
    return hash ^ (hash >> 32);
}

// Where it is, or the free slot where it would be.
std::size_t SequenceTable::slot_of(std::span<const std::uint32_t> sequence,
                                   std::uint64_t hash) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = hash & mask;
    for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
        const std::uint32_t known = slots_[slot] - 1;
        if (hashes_[known] == hash && std::ranges::equal(this->sequence(known), sequence)) break;
    }
    return slot;
}

std::uint32_t SequenceTable::add(std::span<const std::uint32_t> sequence, std::uint64_t hash) {
    if (2 * (size() + 1) > slots_.size()) grow();
    const std::size_t slot = slot_of(sequence, hash);
    if (slots_[slot] != 0) return slots_[slot] - 1;
    numbers_.insert(numbers_.end(), sequence.begin(), sequence.end());
    offsets_.push_back(numbers_.size());
    hashes_.push_back(hash);
    slots_[slot] = static_cast<std::uint32_t>(size());
    return slots_[slot] - 1;
}

std::uint32_t SequenceTable::find(std::span<const std::uint32_t> sequence) const {
    if (slots_.empty()) return kNone;
    const std::uint32_t entry = slots_[slot_of(sequence, hash(sequence))];
    return entry == 0 ? kNone : entry - 1;
}

void SequenceTable::grow() {
    slots_.assign(std::max<std::size_t>(64, 2 * slots_.size()), 0);
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t i = 0; i < size(); ++i) {
        std::size_t slot = hashes_[i] & mask;
        while (slots_[slot] != 0) slot = (slot + 1) & mask;
        slots_[slot] = static_cast<std::uint32_t>(i + 1);
    }
}

}  // namespace dhgak
