// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/random.h"
#include "dhgak/graph/builder.h"

namespace dhgak::testing_support {

// Random graphs of 1 to `most_nodes` nodes with node and edge labels; isolated nodes occur.
inline Dataset edge_labelled_graphs(std::size_t num_graphs, std::size_t most_nodes,
                                    std::size_t num_labels, std::uint64_t seed) {
    Random random(seed);
    DatasetBuilder builder("random");
    for (std::size_t g = 0; g < num_graphs; ++g) {
        GraphInput graph;
        const std::size_t size = 1 + random.below(most_nodes);
        for (std::size_t v = 0; v < size; ++v) graph.labels.emplace_back(random.below(num_labels));
        for (std::size_t e = random.below(2 * size); e > 0; --e) {
            graph.edges.emplace_back(random.below(size), random.below(size));
            graph.edge_labels.emplace_back(random.below(num_labels));
        }
        builder.add_graph(graph);
    }
    return builder.build();
}

}  // namespace dhgak::testing_support
