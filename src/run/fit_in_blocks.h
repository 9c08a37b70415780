// SPDX-License-Identifier: MIT
#pragma once

#include "dhgak/graph/blocks.h"
#include "dhgak/run/model.h"

namespace dhgak {

// `fit` of graphs that need not be in memory, for a kernel that learns a codebook. `seen` tells
// what was read.
Model fit_in_blocks(const Run& run, const GraphBlocks& graphs, bool probability, StageTimes& times,
                    DatasetSummary& seen);

}  // namespace dhgak
