// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "dhgak/graph/dataset.h"

namespace dhgak {

// Paths whose labels repeat a pattern that starts at another place in each: labels are easy to
// guess from their neighbours.
inline Dataset patterned_paths(std::size_t num_graphs, std::size_t num_nodes,
                               std::vector<std::string> names) {
    Dataset dataset;
    dataset.name = "paths";
    for (std::size_t g = 0; g < num_graphs; ++g) {
        for (std::size_t v = 0; v < num_nodes; ++v) {
            if (v > 0) dataset.neighbors.push_back(static_cast<std::uint32_t>(v - 1));
            if (v + 1 < num_nodes) dataset.neighbors.push_back(static_cast<std::uint32_t>(v + 1));
            dataset.arc_offsets.push_back(dataset.neighbors.size());
            // Two places of difference in some graphs make sentences of different graphs differ.
            const std::size_t skip = v > num_nodes / 2 ? g / names.size() : 0;
            dataset.node_labels.push_back(
                static_cast<std::uint32_t>((g + v + skip) % names.size()));
        }
        dataset.node_offsets.push_back(dataset.node_labels.size());
    }
    dataset.label_names = std::move(names);
    return dataset;
}

}  // namespace dhgak
