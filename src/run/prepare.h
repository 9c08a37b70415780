// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <string>

#include "dhgak/run/report.h"
#include "dhgak/run/source.h"
#include "run/known_classes.h"

namespace dhgak {

// A source that was read and looked at, once, before any work on it.
struct Prepared {
    std::string source;
    DatasetSummary summary;  // of all graphs
    KnownGraphs known;
    StageTimes times;  // `read`
};

// Reads the source and warns of graphs that are nothing to one of the kernels. Throws InputError if
// no graph has a class.
Prepared prepare(const Source& source, const ReadOptions& options, std::span<const Spec> kernels);

}  // namespace dhgak
