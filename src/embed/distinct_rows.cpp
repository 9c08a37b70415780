// SPDX-License-Identifier: MIT
#include "embed/distinct_rows.h"

#include <bit>
#include <cstring>
#include <span>

#include "core/random.h"
#include "dhgak/core/parallel.h"

namespace dhgak {
namespace {

constexpr std::size_t kHashedPerBlock = 256;
constexpr std::uint32_t kFree = ~std::uint32_t{0};

// A power of two that leaves half of the slots free, so that probes stay short.
std::size_t num_slots(std::size_t entries) { return std::bit_ceil(2 * entries + 1); }

std::uint64_t hash_of(std::span<const float> row) {
    std::uint64_t hash = row.size();
    for (const float value : row)
        hash = (std::rotl(hash, 23) ^ std::bit_cast<std::uint32_t>(value)) * 0x9e3779b97f4a7c15ULL;
    return Random(hash).next();
}

}  // namespace

PairNumbering::PairNumbering(std::size_t max_pairs) : slots_(num_slots(max_pairs), kFree) {}

std::uint32_t PairNumbering::number(std::uint32_t first, std::uint32_t second) {
    const std::uint64_t key = std::uint64_t{first} << 32 | second;
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t slot = Random(key).next() & mask;; slot = (slot + 1) & mask) {
        if (slots_[slot] == kFree) {
            slots_[slot] = static_cast<std::uint32_t>(keys_.size());
            keys_.push_back(key);
        }
        if (keys_[slots_[slot]] == key) return slots_[slot];
    }
}

DistinctRows find_distinct_rows(const Matrix& rows) {
    std::vector<std::uint64_t> hashes(rows.rows());
    parallel_for(rows.rows(), kHashedPerBlock,
                 [&](std::size_t r) { hashes[r] = hash_of(rows.row(r)); });

    DistinctRows distinct;
    distinct.number_of_row.reserve(rows.rows());
    std::vector<std::uint32_t> slots(num_slots(rows.rows()), kFree);
    const std::size_t mask = slots.size() - 1;
    const auto same = [&](std::size_t a, std::size_t b) {
        return hashes[a] == hashes[b] &&
               std::memcmp(rows.row(a).data(), rows.row(b).data(), rows.row(a).size_bytes()) == 0;
    };
    for (std::size_t r = 0; r < rows.rows(); ++r) {
        std::size_t slot = hashes[r] & mask;
        while (slots[slot] != kFree && !same(distinct.first_row[slots[slot]], r))
            slot = (slot + 1) & mask;
        if (slots[slot] == kFree) {
            slots[slot] = static_cast<std::uint32_t>(distinct.first_row.size());
            distinct.first_row.push_back(static_cast<std::uint32_t>(r));
        }
        distinct.number_of_row.push_back(slots[slot]);
    }
    return distinct;
}

}  // namespace dhgak
