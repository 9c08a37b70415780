// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "dhgak/graph/dataset.h"

namespace dhgak {

// Counts graphs without nodes, and without edges: nothing can be compared with the former, and some
// kernels see nothing in the latter.
class EmptyGraphs {
public:
    EmptyGraphs() = default;
    explicit EmptyGraphs(const Dataset& whole) { add(whole); }

    // The next graphs of those that a user gave, none left out: their numbers are those of the
    // file.
    void add(const Dataset& graphs);

    // Logs one warning if there are any; of graphs without edges where the kernel needs these.
    void warn(bool needs_edges = false) const;

private:
    struct Found {
        std::size_t number = 0;
        std::size_t first = 0;

        void add(std::size_t graph) {
            if (number++ == 0) first = graph;
        }
        void warn(const char* lack, std::size_t num_graphs) const;
    };

    std::size_t num_graphs_ = 0;
    Found without_nodes_;
    Found without_edges_;  // but with nodes
};

}  // namespace dhgak
