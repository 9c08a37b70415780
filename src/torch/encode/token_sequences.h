// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace dhgak {

// Distinct sequences of token ids, numbered in the order in which they were added.
class TokenSequences {
public:
    std::size_t size() const { return offsets_.size() - 1; }
    std::size_t num_tokens() const { return tokens_.size(); }
    std::size_t length(std::size_t i) const { return offsets_[i + 1] - offsets_[i]; }
    std::span<const std::int32_t> operator[](std::size_t i) const {
        return {tokens_.data() + offsets_[i], length(i)};
    }

    // The number of an equal sequence, which is the new one's if there was none.
    std::uint32_t add(std::span<const std::int32_t> sequence);

private:
    void grow();

    std::vector<std::size_t> offsets_ = {0};
    std::vector<std::int32_t> tokens_;
    std::vector<std::uint64_t> hashes_;
    std::vector<std::uint32_t> table_;  // open addressing; a power of two
};

}  // namespace dhgak
