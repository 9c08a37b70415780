// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "dhgak/search/search.h"
#include "search/plan.h"

namespace dhgak {

// Takes what was found for one candidate on some folds; called by any thread, also at the same
// time. Returns false to end the search.
using Recorder = std::function<bool(std::size_t candidate, std::span<const std::size_t> folds,
                                    std::vector<JudgedFold> results)>;

// Does the work of a plan. Cells run side by side as far as memory allows; a cell that runs alone
// uses every thread inside. Returns the seconds of all threads by stage.
StageTimes run_plan(const Plan& plan, const Dataset& dataset, std::span<const Candidate> candidates,
                    std::span<const OuterFold> folds, const SearchOptions& options,
                    const Recorder& record);

}  // namespace dhgak
