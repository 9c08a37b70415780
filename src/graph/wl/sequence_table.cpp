// SPDX-License-Identifier: MIT
#include "graph/wl/sequence_table.h"

namespace dhgak {

std::uint64_t hash_sequence(std::span<const std::uint32_t> sequence) {
    std::uint64_t hash = sequence.size();
    for (const std::uint32_t number : sequence) {
        hash = (hash ^ number) * 0x9e3779b97f4a7c15U;
        hash ^= hash >> 29;
    }
    hash *= 0xbf58476d1ce4e5b9U;
    return hash ^ (hash >> 32);
}

}  // namespace dhgak
