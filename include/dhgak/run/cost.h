// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

#include "dhgak/graph/dataset.h"
#include "dhgak/run/options.h"

namespace dhgak {

// The graphs of a run, as far as its cost depends on them.
struct RunSize {
    std::size_t graphs = 0;
    std::size_t nodes = 0;
    std::size_t largest = 0;  // nodes of one graph
    double squares = 0;       // the sum over graphs of the square of their nodes
    std::size_t folds = 1;    // that are judged; 1 where a model is fitted

    void add_graph(std::size_t num_nodes);
};
RunSize size_of(const Dataset& graphs, std::size_t folds = 1);

// What a run will take at most, about: constants were measured (docs/performance.md), and how often
// slices repeat is not known before, which makes most runs cheaper.
struct Cost {
    double bytes = 0;
    double seconds = 0;
    std::string most_bytes;    // what most of the memory is for, and the option that helps
    std::string most_seconds;  // the same of the time
};
Cost cost_of(const Run& run, const RunSize& size);

// How many nodes a codebook may have so that learning it stays within `bytes`.
std::size_t codebook_nodes_within(const RunOptions& options, double bytes);

// Throws ConfigError where `memory` of the options would be exceeded, with what the run would take
// and the option that makes it cheaper.
void require_memory(const Run& run, const RunSize& size);

// The same; also warns where a run will take more than ten minutes or, without such a limit, half
// of the machine's memory.
void check_cost(const Run& run, const RunSize& size);

// Throws Error once the process has held more than `memory` of the options; for between two blocks.
void keep_within_memory(const RunOptions& options);

// `8G`, `500M`, `1.5GiB`: bytes. Throws ConfigError for anything else.
std::size_t parse_bytes(const std::string& text);

}  // namespace dhgak
