// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "graph/tu/files.h"
#include "graph/tu/row_stream.h"

namespace dhgak {

// Walks through graph_indicator, one run of nodes with the same graph after another.
class GraphWalk {
public:
    // Throws InputError if the file is missing or empty.
    explicit GraphWalk(const TuFiles& files);

    // Nodes [first(), last()), from 0, have the graph graph(), as the file numbers it. There is no
    // node before the first step.
    std::size_t first() const { return first_; }
    std::size_t last() const { return last_; }
    std::int64_t graph() const { return graph_; }

    // False at the end, which is then last().
    bool step();

    // Steps to the run of `node`, which must not lie before first(); false if the file ends before.
    bool walk_to(std::size_t node) {
        while (node >= last_)
            if (!step()) return false;
        return true;
    }

private:
    RowStream<std::int64_t> indicator_;
    std::size_t first_ = 0, last_ = 0;
    std::int64_t graph_ = 0;
};

}  // namespace dhgak
