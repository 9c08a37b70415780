// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "dhgak/kernel/kernel.h"
#include "dhgak/run/evaluate.h"
#include "dhgak/search/search.h"

namespace dhgak {

// Candidates that one fit serves: levels of one kernel, on the folds of one scope.
struct Job {
    std::size_t scope = 0;
    std::vector<std::size_t> candidates;   // by ascending level
    std::shared_ptr<const Kernel> kernel;  // of the last of them
    std::vector<std::string> parts;        // what its fit shares with others of the scope
};

// What is left to do, in an order in which neighbours share as much as they can.
struct Plan {
    std::vector<FitScope> scopes;
    std::vector<Job> jobs;
    std::size_t num_evaluations = 0;
};

// `kernels` are the candidates'. Scopes whose folds a candidate has already are left out. With
// `spread_by_seed`, jobs that share points come together in random order, so that a search that
// runs out of time has seen all corners of the grid.
Plan make_plan(std::span<const Candidate> candidates,
               std::span<const std::shared_ptr<const Kernel>> kernels, std::size_t num_folds,
               const RunOptions& run, bool spread_by_seed);

}  // namespace dhgak
