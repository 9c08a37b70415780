// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace dhgak {

// Distinct lists, numbered in the order in which they came. Lists with equal hashes are compared,
// so different ones never share a number.
template <class Entry>
class DistinctLists {
public:
    static constexpr std::uint32_t kNone = ~std::uint32_t{0};

    // The number of the list, which is added if it is new. `list` may not lie in this table.
    std::uint32_t add(std::span<const Entry> list, std::uint64_t hash) {
        if (2 * (size() + 1) > slots_.size()) grow();
        const std::size_t slot = slot_of(list, hash);
        if (slots_[slot] != 0) return slots_[slot] - 1;
        entries_.insert(entries_.end(), list.begin(), list.end());
        offsets_.push_back(entries_.size());
        hashes_.push_back(hash);
        slots_[slot] = static_cast<std::uint32_t>(size());
        return slots_[slot] - 1;
    }

    // kNone if it is not there.
    std::uint32_t find(std::span<const Entry> list, std::uint64_t hash) const {
        if (slots_.empty()) return kNone;
        const std::uint32_t taken = slots_[slot_of(list, hash)];
        return taken == 0 ? kNone : taken - 1;
    }

    std::size_t size() const { return hashes_.size(); }
    std::span<const Entry> list(std::size_t i) const {
        return std::span(entries_).subspan(offsets_[i], offsets_[i + 1] - offsets_[i]);
    }
    std::uint64_t hash(std::size_t i) const { return hashes_[i]; }
    const std::vector<std::size_t>& offsets() const { return offsets_; }
    const std::vector<Entry>& entries() const { return entries_; }

private:
    // Where it is, or the free slot where it would be.
    std::size_t slot_of(std::span<const Entry> list, std::uint64_t hash) const {
        const std::size_t mask = slots_.size() - 1;
        std::size_t slot = hash & mask;
        for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
            const std::uint32_t known = slots_[slot] - 1;
            if (hashes_[known] == hash && std::ranges::equal(this->list(known), list)) break;
        }
        return slot;
    }

    void grow() {
        slots_.assign(std::max<std::size_t>(64, 2 * slots_.size()), 0);
        const std::size_t mask = slots_.size() - 1;
        for (std::size_t i = 0; i < size(); ++i) {
            std::size_t slot = hashes_[i] & mask;
            while (slots_[slot] != 0) slot = (slot + 1) & mask;
            slots_[slot] = static_cast<std::uint32_t>(i + 1);
        }
    }

    std::vector<std::size_t> offsets_ = {0};
    std::vector<Entry> entries_;
    std::vector<std::uint64_t> hashes_;
    std::vector<std::uint32_t> slots_;  // place + 1, or 0 where free; a power of two, half empty
};

}  // namespace dhgak
