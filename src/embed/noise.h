// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dhgak/core/random.h"

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
        return static_cast<std::uint32_t>(bits) < chosen.threshold
                   ? static_cast<std::uint32_t>(column)
                   : chosen.alias;
    }

private:
    struct Column {
        std::uint64_t threshold;  // of 2^32: how much of the column is the label's own
        std::uint32_t alias;
    };
    std::vector<Column> columns_;
};

}  // namespace dhgak
