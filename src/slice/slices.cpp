// SPDX-License-Identifier: MIT
#include "dhgak/slice/slices.h"

#include <algorithm>

#include <fmt/core.h>

#include "dhgak/core/error.h"
#include "dhgak/core/parallel.h"
#include "dhgak/slice/centrality.h"

namespace dhgak {

void validate(const SliceOptions& options) {
    if (options.H < 0) throw ConfigError(fmt::format("H is {}; it must be 0 or more", options.H));
    if (options.b < 0) throw ConfigError(fmt::format("b is {}; it must be 0 or more", options.b));
}

Slices cut_slices(const Dataset& dataset, const SliceOptions& options) {
    validate(options);
    Slices slices = {.dataset = &dataset, .options = options, .rank = {}};
    slices.rank.resize(dataset.num_nodes());
    parallel_for(dataset.num_graphs(), 16, [&](std::size_t g) {
        const std::vector<std::uint32_t> rank = rank_nodes(dataset.graph(g));
        std::copy(rank.begin(), rank.end(),
                  slices.rank.begin() + static_cast<std::ptrdiff_t>(dataset.node_offsets[g]));
    });
    return slices;
}

}  // namespace dhgak
