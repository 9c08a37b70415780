// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "dhgak/graph/dataset.h"

namespace dhgak {

// Counts graphs without nodes: nothing can be compared with them.
class EmptyGraphs {
public:
    EmptyGraphs() = default;
    explicit EmptyGraphs(const Dataset& whole) { add(whole); }

    // The next graphs of those that a user gave, none left out: their numbers are those of the
    // file.
    void add(const Dataset& graphs);

    // Logs one warning if there are any.
    void warn() const;

private:
    std::size_t num_graphs_ = 0;
    std::size_t num_empty_ = 0;
    std::size_t first_empty_ = 0;
};

}  // namespace dhgak
