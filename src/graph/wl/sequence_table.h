// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace dhgak {

// Distinct sequences of numbers, numbered in the order in which they came. Equal hashes are
// compared, so different sequences never share a number.
class SequenceTable {
public:
    static constexpr std::uint32_t kNone = ~std::uint32_t{0};

    static std::uint64_t hash(std::span<const std::uint32_t> sequence);

    // The number of the sequence, which is added if it is new.
    std::uint32_t add(std::span<const std::uint32_t> sequence, std::uint64_t hash);

    // kNone if it is not there.
    std::uint32_t find(std::span<const std::uint32_t> sequence) const;

    std::size_t size() const { return hashes_.size(); }
    std::span<const std::uint32_t> sequence(std::size_t i) const {
        return std::span(numbers_).subspan(offsets_[i], offsets_[i + 1] - offsets_[i]);
    }
    const std::vector<std::size_t>& offsets() const { return offsets_; }
    const std::vector<std::uint32_t>& numbers() const { return numbers_; }

private:
    std::size_t slot_of(std::span<const std::uint32_t> sequence, std::uint64_t hash) const;
    void grow();

    std::vector<std::size_t> offsets_ = {0};
    std::vector<std::uint32_t> numbers_;
    std::vector<std::uint64_t> hashes_;
    std::vector<std::uint32_t> slots_;  // place + 1, or 0 where free; a power of two, half empty
};

}  // namespace dhgak
