// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "core/distinct_lists.h"

namespace dhgak {

using SequenceTable = DistinctLists<std::uint32_t>;

std::uint64_t hash_sequence(std::span<const std::uint32_t> sequence);

}  // namespace dhgak
