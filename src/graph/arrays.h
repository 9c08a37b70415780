// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "dhgak/graph/dataset.h"

namespace dhgak {

// Many graphs as arrays over all of them, borrowed: what a language hands over in which a call for
// each node would be slow. Nodes are numbered from 0 inside their graph.
struct GraphArrays {
    std::string name = "graphs";
    std::size_t first_graph = 0;  // what messages call the first graph

    std::span<const std::int64_t> num_nodes;  // by graph
    std::span<const std::int64_t> num_edges;  // by graph

    // By edge, in any direction and order; see GraphInput for loops and doubled edges.
    std::span<const std::int64_t> sources;
    std::span<const std::int64_t> targets;

    std::span<const std::uint32_t> labels;  // by node, numbers of names; none: degrees
    std::vector<std::string> label_names;   // in any order, no two the same

    std::span<const std::uint32_t> edge_labels;  // by edge, or none
    std::vector<std::string> edge_label_names;

    std::string atoms;  // Dataset::atoms

    std::span<const float> attributes;  // by node, one row after the other
    std::size_t num_attributes = 0;     // of a node
};

// The graphs as a valid dataset without classes, with labels numbered in the order of
// label_order.h. Throws InputError that names the graph and what is wrong about it.
Dataset dataset_of(const GraphArrays& arrays);

}  // namespace dhgak
