// SPDX-License-Identifier: MIT
#include "dhgak/run/empty_graphs.h"

#include <fmt/format.h>

#include "dhgak/core/log.h"

namespace dhgak {

void EmptyGraphs::add(const Dataset& graphs) {
    for (std::size_t g = 0; g < graphs.num_graphs(); ++g)
        if (graphs.node_offsets[g] == graphs.node_offsets[g + 1] && num_empty_++ == 0)
            first_empty_ = num_graphs_ + g;
    num_graphs_ += graphs.num_graphs();
}

void EmptyGraphs::warn() const {
    if (num_empty_ > 0)
        log_warning(fmt::format(
            "{} of {} graphs have no nodes, the first is graph {}; their kernel rows are zero",
            num_empty_, num_graphs_, first_empty_));
}

}  // namespace dhgak
