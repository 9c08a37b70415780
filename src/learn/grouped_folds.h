// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace dhgak {

// The number of groups among some graphs; each graph is one where there are none.
std::size_t count_groups(std::span<const std::size_t> graphs,
                         std::span<const std::uint32_t> group_of_graph);

// The fold of each of the graphs: stratified, by their groups if they have any. There are no more
// than graphs or groups.
std::vector<std::uint32_t> grouped_folds(std::span<const std::size_t> graphs,
                                         std::span<const std::uint32_t> strata,
                                         std::span<const std::uint32_t> group_of_graph,
                                         std::size_t most_folds, std::uint64_t seed);

// The same for folds that something is chosen by. A group that is all there is has to be parted,
// with a warning: nothing could be held out otherwise.
std::vector<std::uint32_t> inner_folds_of(std::span<const std::size_t> graphs,
                                          std::span<const std::uint32_t> strata,
                                          std::span<const std::uint32_t> group_of_graph,
                                          std::size_t most_folds, std::uint64_t seed);

}  // namespace dhgak
