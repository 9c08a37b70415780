// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "dhgak/core/spec.h"
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

    // Logs a warning if there are any without nodes, and one if there are any without edges and
    // kernels that need these.
    void warn(std::span<const Spec> kernels) const;

private:
    struct Found {
        std::size_t number = 0;
        std::size_t first = 0;

        void add(std::size_t graph) {
            if (number++ == 0) first = graph;
        }
        void warn(std::string_view lack, std::size_t num_graphs, std::string_view kernels) const;
    };

    std::size_t num_graphs_ = 0;
    Found without_nodes_;
    Found without_edges_;  // but with nodes
};

}  // namespace dhgak
