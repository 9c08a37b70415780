// SPDX-License-Identifier: MIT
#include "kernel/empty_graphs.h"

#include <cstddef>

#include <fmt/format.h>

#include "dhgak/core/log.h"

namespace dhgak {

void warn_about_empty_graphs(const Dataset& dataset) {
    std::size_t num_empty = 0;
    std::size_t first = 0;
    for (std::size_t g = dataset.num_graphs(); g-- > 0;)
        if (dataset.node_offsets[g] == dataset.node_offsets[g + 1]) {
            ++num_empty;
            first = g;
        }
    if (num_empty > 0)
        log_warning(fmt::format(
            "{} of {} graphs have no nodes, the first is graph {}; their kernel rows are zero",
            num_empty, dataset.num_graphs(), first));
}

}  // namespace dhgak
