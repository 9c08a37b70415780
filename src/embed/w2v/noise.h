// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/random.h"

namespace dhgak {

// Draws labels with probability proportional to count^0.75, in constant time (Walker's aliases).
// A label that was never counted is never drawn.
class NoiseDistribution {
public:
    explicit NoiseDistribution(std::span<const std::uint64_t> counts);

    std::uint32_t draw(Random& random) const {
        const std::uint64_t bits = random.next();
        const auto column = static_cast<std::size_t>(((bits >> 32) * columns_.size()) >> 32);
        const Column& chosen = columns_[column];
        // An index instead of a branch, which could not be foreseen.
        return chosen.labels[static_cast<std::uint32_t>(bits) >= chosen.threshold];
    }

private:
    struct Column {
        std::uint64_t threshold;  // of 2^32: how much of the column is its own label's
        std::uint32_t labels[2];  // its own, and the one that has the rest
    };
    std::vector<Column> columns_;
};

}  // namespace dhgak
