// SPDX-License-Identifier: MIT
#include "slice/bags/bag_table.h"

#include <algorithm>

namespace dhgak {

std::uint64_t hash_bag(std::span<const LabelCount> bag) {
    std::uint64_t hash = bag.size();
    for (const LabelCount& entry : bag) {
        hash ^= (std::uint64_t{entry.label} << 32) | entry.count;
        hash *= 0x9e3779b97f4a7c15ULL;
        hash ^= hash >> 29;
    }
    hash *= 0xbf58476d1ce4e5b9ULL;
    return hash ^ (hash >> 32);
}

std::uint32_t BagTable::add(std::span<const LabelCount> bag, std::uint64_t hash) {
    if (2 * (size() + 1) > slots_.size()) grow();
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = hash & mask;
    for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
        const std::uint32_t known = slots_[slot] - 1;
        if (hashes_[known] == hash && std::ranges::equal(this->bag(known), bag)) return known;
    }
    const auto added = static_cast<std::uint32_t>(size());
    slots_[slot] = added + 1;
    entries_.insert(entries_.end(), bag.begin(), bag.end());
    offsets_.push_back(entries_.size());
    hashes_.push_back(hash);
    return added;
}

void BagTable::grow() {
    slots_.assign(std::max<std::size_t>(64, 2 * slots_.size()), 0);
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t i = 0; i < size(); ++i) {
        std::size_t slot = hashes_[i] & mask;
        while (slots_[slot] != 0) slot = (slot + 1) & mask;
        slots_[slot] = static_cast<std::uint32_t>(i + 1);
    }
}

}  // namespace dhgak
