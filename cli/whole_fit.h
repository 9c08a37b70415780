// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "dhgak/pipeline.h"
#include "options.h"

namespace dhgak::cli {

// A kernel fitted on all graphs of a dataset, and the report of it so far.
struct WholeFit {
    Report report;
    Dataset dataset;
    std::shared_ptr<const FittedKernel> kernel;
};

// Judges the options and the place of the output before any work.
WholeFit fit_whole(const RunFlags& flags, const std::string& output, bool needs_features);

// Writes --json and prints the report, then `ending`.
void finish(const RunFlags& flags, Report& report, const std::string& ending);

}  // namespace dhgak::cli
