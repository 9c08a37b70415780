// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/random.h"
#include "dhgak/graph/dataset.h"

namespace dhgak::testing_support {

// Datasets made by hand, without a reader.

using Edge = std::pair<std::uint32_t, std::uint32_t>;

// One graph to be: nodes 0..labels.size() - 1 and edges between them. Self loops are dropped and
// doubled edges collapse.
struct PlainGraph {
    std::vector<std::uint32_t> labels;
    std::vector<Edge> edges;
};

// The graphs as one dataset. Labels stand for themselves; there are `num_labels` of them, or as
// many as the largest one asks for. Classes may be left out.
inline Dataset make_dataset(const std::vector<PlainGraph>& graphs,
                            const std::vector<std::uint32_t>& classes = {},
                            std::size_t num_labels = 0) {
    Dataset dataset;
    dataset.name = "made";
    for (const PlainGraph& graph : graphs) {
        std::vector<std::set<std::uint32_t>> neighbors(graph.labels.size());
        for (const auto& [u, v] : graph.edges) {
            if (u == v) continue;
            neighbors.at(u).insert(v);
            neighbors.at(v).insert(u);
        }
        for (std::size_t v = 0; v < neighbors.size(); ++v) {
            dataset.neighbors.insert(dataset.neighbors.end(), neighbors[v].begin(),
                                     neighbors[v].end());
            dataset.arc_offsets.push_back(dataset.neighbors.size());
            dataset.node_labels.push_back(graph.labels[v]);
            num_labels = std::max<std::size_t>(num_labels, graph.labels[v] + 1);
        }
        dataset.node_offsets.push_back(dataset.node_labels.size());
    }
    for (std::size_t i = 0; i < num_labels; ++i) dataset.label_names.push_back(std::to_string(i));
    dataset.targets.classes = classes;
    const std::size_t num_classes =
        classes.empty() ? 0 : *std::max_element(classes.begin(), classes.end()) + std::size_t{1};
    for (std::size_t i = 0; i < num_classes; ++i)
        dataset.targets.class_names.push_back(std::to_string(i));
    return dataset;
}

inline PlainGraph path_graph(std::uint32_t size, std::uint32_t label = 0) {
    PlainGraph graph{.labels = std::vector(size, label), .edges = {}};
    for (std::uint32_t v = 1; v < size; ++v) graph.edges.emplace_back(v - 1, v);
    return graph;
}

inline PlainGraph cycle_graph(std::uint32_t size, std::uint32_t label = 0) {
    PlainGraph graph = path_graph(size, label);
    graph.edges.emplace_back(size - 1, 0);
    return graph;
}

// Parts of `left` and `right` nodes, the first part first; a star if `left` is 1.
inline PlainGraph bipartite_graph(std::uint32_t left, std::uint32_t right) {
    PlainGraph graph{.labels = std::vector(left + right, 0U), .edges = {}};
    for (std::uint32_t u = 0; u < left; ++u)
        for (std::uint32_t v = 0; v < right; ++v) graph.edges.emplace_back(u, left + v);
    return graph;
}

inline PlainGraph grid_graph(std::uint32_t rows, std::uint32_t columns) {
    PlainGraph graph{.labels = std::vector(rows * columns, 0U), .edges = {}};
    for (std::uint32_t i = 0; i < rows; ++i) {
        for (std::uint32_t j = 0; j < columns; ++j) {
            if (i + 1 < rows) graph.edges.emplace_back(i * columns + j, (i + 1) * columns + j);
            if (j + 1 < columns) graph.edges.emplace_back(i * columns + j, i * columns + j + 1);
        }
    }
    return graph;
}

// Each pair of nodes is joined with the same chance, so that a node has `mean_degree` neighbours
// on average. Isolated nodes and several components occur where that is small.
inline PlainGraph random_graph(Random& random, std::uint32_t size, double mean_degree,
                               std::uint32_t num_labels) {
    PlainGraph graph;
    const double chance = size > 1 ? mean_degree / (size - 1) : 0;
    for (std::uint32_t v = 0; v < size; ++v) {
        graph.labels.push_back(static_cast<std::uint32_t>(random.below(num_labels)));
        for (std::uint32_t u = 0; u < v; ++u)
            if (random.uniform() < chance) graph.edges.emplace_back(u, v);
    }
    return graph;
}

// Graphs of `fewest` nodes and up to `sizes` - 1 more.
struct RandomGraphs {
    std::uint32_t fewest, sizes;
    double mean_degree;
    std::uint32_t num_labels;
};

inline std::vector<PlainGraph> random_graphs(std::size_t count, std::uint64_t seed,
                                             const RandomGraphs& kind) {
    Random random(seed);
    std::vector<PlainGraph> graphs;
    for (std::size_t g = 0; g < count; ++g) {
        const auto more = static_cast<std::uint32_t>(random.below(kind.sizes));
        graphs.push_back(
            random_graph(random, kind.fewest + more, kind.mean_degree, kind.num_labels));
    }
    return graphs;
}

inline std::vector<std::uint32_t> random_permutation(Random& random, std::size_t size) {
    std::vector<std::uint32_t> permutation(size);
    std::iota(permutation.begin(), permutation.end(), 0U);
    random.shuffle(permutation);
    return permutation;
}

// The same graph with node v called new_number[v].
inline PlainGraph renumbered(const PlainGraph& graph,
                             const std::vector<std::uint32_t>& new_number) {
    PlainGraph copy = graph;
    for (std::size_t v = 0; v < graph.labels.size(); ++v)
        copy.labels[new_number[v]] = graph.labels[v];
    for (auto& [u, v] : copy.edges) {
        u = new_number[u];
        v = new_number[v];
    }
    return copy;
}

// Both graphs side by side; the nodes of `second` come after those of `first`.
inline PlainGraph disjoint_union(const PlainGraph& first, const PlainGraph& second) {
    PlainGraph both = first;
    const auto shift = static_cast<std::uint32_t>(first.labels.size());
    both.labels.insert(both.labels.end(), second.labels.begin(), second.labels.end());
    for (const auto& [u, v] : second.edges) both.edges.emplace_back(u + shift, v + shift);
    return both;
}

}  // namespace dhgak::testing_support
