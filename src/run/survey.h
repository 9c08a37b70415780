// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "dhgak/graph/blocks.h"
#include "dhgak/graph/sizes.h"
#include "dhgak/run/report.h"
#include "run/empty_graphs.h"

namespace dhgak {

// What one pass over graphs tells that are not kept in memory.
struct Survey {
    DatasetSummary summary;              // as summarize() has it of a whole dataset
    std::vector<std::uint32_t> classes;  // by graph of known class, numbers of summary.class_names
    EmptyGraphs empty_graphs;
    GraphSizes known;  // of the graphs of known class
};
Survey survey(const GraphBlocks& graphs);

// The chosen graphs, which ascend, of all of the blocks together, as one dataset.
Dataset gather(const GraphBlocks& graphs, std::span<const std::size_t> chosen);

}  // namespace dhgak
