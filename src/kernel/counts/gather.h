// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "kernel/counts/counts.h"

namespace dhgak {

inline constexpr std::uint32_t kNoColumn = ~std::uint32_t{0};

// How many things of one kind a graph has.
struct KindCount {
    std::uint32_t column = kNoColumn;  // kNoColumn: the training graphs have none
    double count = 0;
    double weight = 1;  // of a kind without a column; columns have theirs in their layout
};

// Appends each kind of a graph once, in any order. Called from several threads.
using KindCounter = std::function<void(std::size_t graph, std::vector<KindCount>& kinds)>;

// One row per graph; its size is how many things it has. Throws Error if there are more columns
// than their 32-bit numbers can count.
GraphCounts gather_counts(std::size_t num_graphs, std::size_t num_columns,
                          const KindCounter& count_graph);

}  // namespace dhgak
