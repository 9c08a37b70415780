// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

namespace dhgak {

// Spreads the members of each stratum (a class, or values of a size) evenly over `num_folds` folds,
// shuffled by the seed. Returns the fold of each member. Fold sizes differ by at most one, and so
// do a stratum's shares.
//
// A stratum with fewer members than folds is absent from some folds; the caller warns.
std::vector<std::uint32_t> stratified_folds(std::span<const std::uint32_t> strata,
                                            std::size_t num_folds, std::uint64_t seed);

// Stratified folds for members in groups, which stay in one fold: from the largest group to the
// smallest, each goes where its strata are rarest. As even as the groups allow.
std::vector<std::uint32_t> stratified_group_folds(std::span<const std::uint32_t> strata,
                                                  std::span<const std::uint32_t> groups,
                                                  std::size_t num_folds, std::uint64_t seed);

// `size` members, ascending, drawn by the seed; each stratum has its share of them, give or take
// one. All members if there are no more.
std::vector<std::size_t> stratified_sample(std::span<const std::uint32_t> strata, std::size_t size,
                                           std::uint64_t seed);

// The members outside and inside `fold`, ascending.
struct Split {
    std::vector<std::size_t> train;
    std::vector<std::size_t> test;
};
Split split_at(std::span<const std::uint32_t> folds, std::uint32_t fold);

// The split with each member as `numbers` has it.
Split renumbered(Split split, std::span<const std::size_t> numbers);

// The folds a user brings, one of two ways:
//
//   text  one fold number from 0 per line, as many lines as graphs
//   JSON  a list of {"train": [...], "test": [...]} of graph numbers from 0; instead of "train",
//         "model_selection": [{"train": [...], "validation": [...]}, ...] is taken as its union
//
// Throws InputError, naming the place, if the file is neither or does not fit `num_graphs`.
std::vector<Split> read_splits(const std::filesystem::path& path, std::size_t num_graphs);

}  // namespace dhgak
