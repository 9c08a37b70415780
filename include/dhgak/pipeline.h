// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "dhgak/core/spec.h"
#include "dhgak/core/stopwatch.h"
#include "dhgak/graph/dataset.h"
#include "dhgak/graph/reader.h"
#include "dhgak/kernel/kernel.h"
#include "dhgak/learn/cross_validation.h"
#include "dhgak/run/report.h"

namespace dhgak {

// Reads `source` (a TU folder, a TU zip or `demo`), computes the kernel, cross-validates a C-SVM
// and tells everything about it:
//
//     const dhgak::Report report = dhgak::cross_validate_dataset("demo", {});
//     std::cout << to_table(report);
//
// Throws InputError or ConfigError if the source or the options are wrong.
Report cross_validate_dataset(const std::string& source, const RunOptions& options);

}  // namespace dhgak
