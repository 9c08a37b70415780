// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "dhgak/graph/wl_colors.h"
#include "dhgak/kernel/fit_context.h"
#include "kernel/counts/fitted_counts.h"

namespace dhgak {

// The text under which fits share the counts of these colours.
std::string color_counts_key(const WlColorOptions& options);

// How many nodes of each Weisfeiler-Leman colour graphs have; levels are rounds, columns colours,
// and all weigh the same. A colour of a new graph that no training graph has is a kind of its own
// there. Shared through the context's cache; time goes to the stage kernel.
std::shared_ptr<const TrainingCounts> count_colors(const Dataset& graphs,
                                                   const WlColorOptions& options,
                                                   const FitContext& context);

// What was saved as part of a kernel.
std::shared_ptr<const Counter> load_color_counter(const ModelReader& reader);

// A kernel on these counts that was saved.
std::unique_ptr<FittedKernel> load_fitted_colors(CountRule rule, const ModelReader& reader);

}  // namespace dhgak
