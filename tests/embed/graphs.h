// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/random.h"
#include "dhgak/graph/dataset.h"

namespace dhgak {

struct PlainGraph {
    std::vector<std::uint32_t> labels;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges = {};
};

inline void append_graph(Dataset& dataset, const PlainGraph& graph) {
    std::vector<std::vector<std::uint32_t>> neighbors(graph.labels.size());
    for (const auto& [a, b] : graph.edges) {
        neighbors[a].push_back(b);
        neighbors[b].push_back(a);
    }
    for (std::vector<std::uint32_t>& around : neighbors) {
        std::ranges::sort(around);
        around.erase(std::unique(around.begin(), around.end()), around.end());
        dataset.neighbors.insert(dataset.neighbors.end(), around.begin(), around.end());
        dataset.arc_offsets.push_back(dataset.neighbors.size());
    }
    dataset.node_labels.insert(dataset.node_labels.end(), graph.labels.begin(), graph.labels.end());
    dataset.node_offsets.push_back(dataset.node_labels.size());
}

// Labels are named "0", "1", ...
inline Dataset make_dataset(const std::vector<PlainGraph>& graphs, std::uint32_t num_labels) {
    Dataset dataset;
    dataset.name = "test";
    for (std::uint32_t l = 0; l < num_labels; ++l) dataset.label_names.push_back(std::to_string(l));
    for (const PlainGraph& graph : graphs) append_graph(dataset, graph);
    dataset.attributes = Matrix(dataset.num_nodes(), 0);
    return dataset;
}

// A random tree with a few more edges.
inline PlainGraph random_graph(std::uint32_t num_nodes, std::uint32_t num_labels, Random& random) {
    PlainGraph graph;
    for (std::uint32_t v = 0; v < num_nodes; ++v) {
        graph.labels.push_back(static_cast<std::uint32_t>(random.below(num_labels)));
        if (v > 0) graph.edges.emplace_back(static_cast<std::uint32_t>(random.below(v)), v);
    }
    for (std::uint32_t i = 0; i + 3 < num_nodes; i += 3) {
        const auto a = static_cast<std::uint32_t>(random.below(num_nodes));
        const auto b = static_cast<std::uint32_t>(random.below(num_nodes));
        if (a != b) graph.edges.emplace_back(a, b);
    }
    return graph;
}

inline Dataset random_dataset(std::size_t num_graphs, std::uint32_t num_labels,
                              std::uint64_t seed) {
    Random random(seed);
    std::vector<PlainGraph> graphs;
    for (std::size_t g = 0; g < num_graphs; ++g)
        graphs.push_back(
            random_graph(static_cast<std::uint32_t>(1 + random.below(20)), num_labels, random));
    return make_dataset(graphs, num_labels);
}

inline void add_random_attributes(Dataset& dataset, std::size_t cols, std::uint64_t seed) {
    Random random(seed);
    dataset.attributes = Matrix(dataset.num_nodes(), cols);
    for (float& value : dataset.attributes.values())
        value = static_cast<float>(10.0 * random.uniform() - 3.0);
}

}  // namespace dhgak
