// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "core/distinct_lists.h"

namespace dhgak {

// One label of a bag and how often it occurs.
struct LabelCount {
    std::uint32_t label = 0;
    std::uint32_t count = 0;

    friend bool operator==(const LabelCount&, const LabelCount&) = default;
};

std::uint64_t hash_bag(std::span<const LabelCount> bag);

using BagTable = DistinctLists<LabelCount>;

}  // namespace dhgak
