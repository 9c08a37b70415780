// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dhgak/search/search.h"

namespace dhgak {

// What one fit serves: all folds, or a single one whose test graphs the fit must not see.
struct Part {
    std::vector<std::size_t> folds;
    bool hides_test_graphs = false;
};

// Configurations that share one clustering of all hops, or one kernel that has nothing to share.
struct Cell {
    std::size_t part = 0;
    std::size_t fit = 0;     // shared slices and embeddings
    std::size_t column = 0;  // shared points: a fit and an alpha
    std::vector<std::size_t> candidates;
    bool is_hop_sum = true;
};

// What is left to do, in an order in which neighbours share as much as they can.
struct Plan {
    std::vector<Part> parts;
    std::vector<Cell> cells;
    std::vector<int> max_hop_of_fit;
    std::size_t num_columns = 0;
    std::size_t num_evaluations = 0;
};

// Folds that a candidate has already are left out. With `spread_by_seed`, columns come in random
// order, so that a search that runs out of time has seen all corners of the grid.
Plan make_plan(std::span<const Candidate> candidates, std::span<const OuterFold> folds,
               const SearchOptions& options, bool spread_by_seed);

}  // namespace dhgak
