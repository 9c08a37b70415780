// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "dhgak/search/search.h"
#include "run/cost.h"
#include "run/evaluate.h"

namespace dhgak {

// Candidates that one fit serves: levels of one kernel, on the folds of one scope.
struct Job {
    std::size_t scope = 0;
    std::size_t cache = 0;  // one for each scope and codebook: fits on the same graphs
    std::vector<std::size_t> candidates;  // by ascending level; the last one's kernel is fitted
    std::vector<std::string> parts;       // what its fit shares with others of the cache
};

// What is left to do, in an order in which neighbours share as much as they can.
struct Plan {
    std::vector<FitScope> scopes;
    std::vector<Job> jobs;
    std::size_t num_caches = 0;
    std::size_t num_evaluations = 0;
};

// The graphs that a fit of the scope sees, and from how many of them a run learns vectors and
// clusters.
GraphSizes sizes_of(const Dataset& dataset, std::span<const OuterFold> folds,
                    const FitScope& scope);
Codebook codebook_of(const Run& run, const GraphSizes& graphs);

// `runs` are the candidates'. Scopes whose folds a candidate has already are left out. With
// `spread_by_seed`, jobs that share points come together in random order, so that a search that
// runs out of time has seen all corners of the grid.
Plan make_plan(std::span<const Candidate> candidates, std::span<const Run> runs,
               const Dataset& dataset, std::span<const OuterFold> folds, bool spread_by_seed);

}  // namespace dhgak
