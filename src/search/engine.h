// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "search/plan.h"

namespace dhgak {

// Takes what a candidate reached on the folds of a scope; one call at a time. False ends the work.
using Recorder = std::function<bool(std::size_t candidate, std::span<const std::size_t> folds,
                                    std::vector<JudgedFold> results)>;

// Runs the jobs of a plan, several side by side where memory allows. Returns the seconds that each
// stage kept a thread busy.
StageTimes run_plan(const Plan& plan, const Dataset& dataset, std::span<const Run> runs,
                    std::span<const OuterFold> folds, Judging judging, const Recorder& record);

}  // namespace dhgak
