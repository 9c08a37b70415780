// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace dhgak {

// One label of a bag and how often it occurs.
struct LabelCount {
    std::uint32_t label = 0;
    std::uint32_t count = 0;

    friend bool operator==(const LabelCount&, const LabelCount&) = default;
};

std::uint64_t hash_bag(std::span<const LabelCount> bag);

// Distinct bags, numbered in the order in which they came. Bags with equal hashes are compared.
class BagTable {
public:
    // The number of the bag, which is added if it is new. `bag` may not lie in this table.
    std::uint32_t add(std::span<const LabelCount> bag) { return add(bag, hash_bag(bag)); }
    std::uint32_t add(std::span<const LabelCount> bag, std::uint64_t hash);

    std::size_t size() const { return hashes_.size(); }
    std::span<const LabelCount> bag(std::size_t i) const {
        return std::span(entries_).subspan(offsets_[i], offsets_[i + 1] - offsets_[i]);
    }
    std::uint64_t hash(std::size_t i) const { return hashes_[i]; }
    const std::vector<std::size_t>& offsets() const { return offsets_; }
    const std::vector<LabelCount>& entries() const { return entries_; }

private:
    void grow();

    std::vector<std::size_t> offsets_ = {0};
    std::vector<LabelCount> entries_;
    std::vector<std::uint64_t> hashes_;
    std::vector<std::uint32_t> slots_;  // bag + 1, or 0 where free; a power of two, half empty
};

}  // namespace dhgak
