// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace dhgak {

// Spreads the members of each class evenly over `num_folds` folds, shuffled by the seed. Returns
// the fold of each member. Fold sizes differ by at most one, and so do a class's shares.
//
// A class with fewer members than folds is absent from some folds; the caller warns.
std::vector<std::uint32_t> stratified_folds(std::span<const std::uint32_t> classes,
                                            std::size_t num_folds, std::uint64_t seed);

// The members outside and inside `fold`, ascending.
struct Split {
    std::vector<std::size_t> train;
    std::vector<std::size_t> test;
};
Split split_at(std::span<const std::uint32_t> folds, std::uint32_t fold);

}  // namespace dhgak
