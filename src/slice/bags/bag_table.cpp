// SPDX-License-Identifier: MIT
#include "slice/bags/bag_table.h"

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

}  // namespace dhgak
