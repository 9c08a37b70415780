// SPDX-License-Identifier: MIT
#include "run/empty_graphs.h"

#include <set>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dhgak/core/log.h"
#include "kernels/registry.h"

namespace dhgak {

void EmptyGraphs::add(const Dataset& graphs) {
    for (std::size_t g = 0; g < graphs.num_graphs(); ++g) {
        const std::size_t begin = graphs.node_offsets[g], end = graphs.node_offsets[g + 1];
        if (begin == end)
            without_nodes_.add(num_graphs_ + g);
        else if (graphs.arc_offsets[begin] == graphs.arc_offsets[end])
            without_edges_.add(num_graphs_ + g);
    }
    num_graphs_ += graphs.num_graphs();
}

void EmptyGraphs::Found::warn(std::string_view lack, std::size_t num_graphs,
                              std::string_view kernels) const {
    if (number > 0)
        log_warning(fmt::format(
            "{} of {} graphs have no {}, the first is graph {}; their kernel rows are zero{}",
            number, num_graphs, lack, first, kernels));
}

void EmptyGraphs::warn(std::span<const Spec> kernels) const {
    without_nodes_.warn("nodes", num_graphs_, "");
    std::set<std::string> names;
    for (const Spec& kernel : kernels)
        if (traits_of(kernel).needs_edges) names.insert(kernel.name);
    if (!names.empty())
        without_edges_.warn("edges", num_graphs_, fmt::format(" for {}", fmt::join(names, ", ")));
}

}  // namespace dhgak
