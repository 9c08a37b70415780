// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dhgak/graph/dataset.h"

namespace dhgak {

// A connected component as a graph of its own, numbered by reverse Cuthill-McKee, which keeps the
// neighbours of a node close to it: a factorisation of the adjacency matrix then fills in little.
struct Component {
    std::vector<std::uint32_t> nodes;      // by number here: the number in the graph
    std::vector<std::uint32_t> offsets;    // node v owns arcs [offsets[v], offsets[v + 1])
    std::vector<std::uint32_t> neighbors;  // numbered here

    std::size_t size() const { return nodes.size(); }
    std::span<const std::uint32_t> neighbors_of(std::size_t v) const {
        return std::span(neighbors).subspan(offsets[v], offsets[v + 1] - offsets[v]);
    }
};

std::vector<Component> split_components(const Graph& graph);

}  // namespace dhgak
