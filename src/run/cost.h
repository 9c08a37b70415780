// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

#include "dhgak/graph/sizes.h"
#include "dhgak/run/options.h"

namespace dhgak {

// What a run will take at most, about: constants were measured (docs/performance.md), and how often
// slices repeat is not known before, which makes most runs cheaper.
struct Cost {
    double bytes = 0;
    double seconds = 0;
    double pair_seconds = 0;   // of these, for pairs of nodes inside large graphs
    std::string most_bytes;    // what most of the memory is for, and the option that helps
    std::string most_seconds;  // the same of the time
};

// Instead of folds that are judged: a model is fitted to keep.
inline constexpr std::size_t kNoFolds = 0;

Cost cost_of(const Run& run, const GraphSizes& graphs, std::size_t folds);

// How many nodes a codebook may have so that learning it stays within `bytes`.
std::size_t codebook_nodes_within(const RunOptions& options, double bytes);

// Throws ConfigError where `memory` of the options would be exceeded, with what the run would take
// and the option that makes it cheaper.
void require_memory(const Run& run, const GraphSizes& graphs, std::size_t folds);

// The same; also warns where a run will take more than ten minutes, more than one for pairs of
// nodes of large graphs, or, without such a limit, half of the machine's memory.
void check_cost(const Run& run, const GraphSizes& graphs, std::size_t folds);

// Throws Error once the process has held more than `memory` of the options; for between two blocks.
void keep_within_memory(const RunOptions& options);

}  // namespace dhgak
