// SPDX-License-Identifier: MIT
#include "torch/encode/token_sequences.h"

#include <algorithm>

namespace dhgak {
namespace {

constexpr std::uint32_t kFree = ~std::uint32_t{0};

std::uint64_t hash_tokens(std::span<const std::int32_t> tokens) {
    std::uint64_t hash = 0x9e3779b97f4a7c15ULL + tokens.size();
    for (const std::int32_t token : tokens) {
        hash = (hash ^ static_cast<std::uint32_t>(token)) * 0xff51afd7ed558ccdULL;
        hash ^= hash >> 32;
    }
    return hash;
}

}  // namespace

std::uint32_t TokenSequences::add(std::span<const std::int32_t> sequence) {
    if (2 * (size() + 1) > table_.size()) grow();
    const std::uint64_t hash = hash_tokens(sequence);
    const std::size_t mask = table_.size() - 1;
    std::size_t slot = hash & mask;
    for (; table_[slot] != kFree; slot = (slot + 1) & mask) {
        const std::uint32_t other = table_[slot];
        if (hashes_[other] == hash && std::ranges::equal((*this)[other], sequence)) return other;
    }
    table_[slot] = static_cast<std::uint32_t>(size());
    hashes_.push_back(hash);
    tokens_.insert(tokens_.end(), sequence.begin(), sequence.end());
    offsets_.push_back(tokens_.size());
    return table_[slot];
}

void TokenSequences::grow() {
    table_.assign(std::max<std::size_t>(2 * table_.size(), 64), kFree);
    const std::size_t mask = table_.size() - 1;
    for (std::size_t i = 0; i < size(); ++i) {
        std::size_t slot = hashes_[i] & mask;
        while (table_[slot] != kFree) slot = (slot + 1) & mask;
        table_[slot] = static_cast<std::uint32_t>(i);
    }
}

}  // namespace dhgak
