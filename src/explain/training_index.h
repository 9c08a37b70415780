// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "dhgak/explain/explain.h"
#include "dhgak/graph/dataset.h"
#include "graph/wl_colors.h"

namespace dhgak {

// A node of a dataset and what is around it.
struct SlicePlace {
    std::size_t graph = 0;
    std::size_t node = 0;  // in the graph

    bool operator==(const SlicePlace&) const = default;
};

// A column as the training graphs know it.
struct ColumnSummary {
    ColumnFacts facts;
    double count = 0;                          // in all training graphs: slices in the cluster
    std::vector<double> count_by_class;        // by class of the model
    std::vector<std::size_t> graphs_by_class;  // training graphs of the class that have the column
    std::size_t num_nodes = 0;                 // that make the column's count
    SlicePlace typical;                        // a node with what most of them have around them
    std::size_t num_typical = 0;               // nodes that look like it
    std::vector<SlicePlace> examples;          // some nodes, those that look like it first
};

// Finds in the training graphs of a model what its columns stand for. Two nodes look alike if they
// have the same Weisfeiler-Leman colour after as many rounds as the column sees edges far.
class TrainingIndex {
public:
    // Throws InputError if these are not the graphs that the model was fitted on, as far as their
    // numbers tell.
    TrainingIndex(const Model& model, Dataset training, std::size_t num_examples = 3);

    const Dataset& graphs() const { return training_; }

    ColumnSummary summarize(std::size_t level, std::size_t column) const;

    // The nodes in a column, counted through the training graphs.
    std::span<const std::uint32_t> nodes_of(std::size_t level, std::size_t column) const;

    // Unites columns of one level that the same training nodes are in, as further experiments of a
    // clustering find again: scores add up, and the first stands for all. Keeps `top` of them.
    std::vector<ImportantColumn> unite(std::span<const ImportantColumn> columns,
                                       std::size_t top) const;

    // The training nodes in the column that look most like the node: those with the same colours
    // around them first. The graphs are coloured by colors_of.
    std::vector<SlicePlace> most_similar(std::size_t level, std::size_t column, std::size_t node,
                                         const WlColors& colors) const;
    WlColors colors_of(const Dataset& graphs) const { return coloring_->color(graphs); }

private:
    // By column: the nodes that make its count, and their parts of it.
    struct Level {
        std::vector<std::size_t> offsets;
        std::vector<std::uint32_t> nodes;
        std::vector<double> counts;
    };

    void add_level(const SparseMatrix& node_counts);
    SlicePlace place_of(std::size_t node) const;
    const std::vector<std::uint32_t>& looks(const WlColors& colors, std::size_t reach) const;
    std::vector<SlicePlace> examples(std::size_t level, std::size_t column,
                                     const std::vector<std::uint32_t>& look,
                                     std::uint32_t wanted) const;

    Model model_;  // keeps the guide alive
    const FeatureGuide* guide_;
    Dataset training_;
    std::size_t num_examples_;
    std::vector<std::uint32_t> graph_of_;  // by node
    std::vector<std::uint32_t> class_of_;  // by graph, as the model numbers them
    WlColors colors_;
    std::optional<WlColoring> coloring_;
    std::vector<Level> levels_;
};

// Whether the dataset looks like the one that the model was fitted on: as many graphs and nodes,
// the same classes.
bool looks_like_training(const ModelInfo& info, const Dataset& dataset);

// What is within `reach` edges of a node, as a graph of its own.
struct RootedGraph {
    std::vector<std::uint32_t> nodes;   // in the graph; the root first, then by distance
    std::vector<std::uint32_t> depths;  // by node of this graph
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;  // of nodes of this graph
    bool is_cut = false;  // there were more than `most_nodes`
};
RootedGraph cut_around(const Graph& graph, std::size_t root, std::size_t reach,
                       std::size_t most_nodes = 40);

}  // namespace dhgak
