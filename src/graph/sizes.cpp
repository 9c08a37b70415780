// SPDX-License-Identifier: MIT
#include "dhgak/graph/sizes.h"

#include <algorithm>

namespace dhgak {

void GraphSizes::add(const Graph& graph) {
    const std::size_t size = graph.num_nodes();
    ++graphs;
    nodes += size;
    arcs += graph.num_arcs();
    largest = std::max(largest, size);
    const double square = static_cast<double>(size) * static_cast<double>(size);
    squares += square;
    double walks = 0;  // of two steps
    for (std::size_t v = 0; v < size; ++v) {
        const auto degree = static_cast<double>(graph.degree(v));
        walks += degree * degree;
    }
    near_pairs += std::min(square, walks);
}

GraphSizes sizes_of(const Dataset& graphs) {
    GraphSizes sizes;
    for (std::size_t g = 0; g < graphs.num_graphs(); ++g) sizes.add(graphs.graph(g));
    return sizes;
}

}  // namespace dhgak
