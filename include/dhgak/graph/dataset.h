// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dhgak/core/matrix.h"
#include "dhgak/graph/targets.h"

namespace dhgak {

// One graph of a dataset, borrowed. Nodes are numbered from 0 inside their graph.
struct Graph {
    std::size_t first_node = 0;                 // of the graph, counted through the dataset
    std::span<const std::size_t> arc_offsets;   // num_nodes() + 1, into the dataset's arcs
    const std::uint32_t* arcs = nullptr;        // the dataset's `neighbors`
    std::span<const std::uint32_t> labels;      // one per node
    const std::uint32_t* arc_labels = nullptr;  // the dataset's `edge_labels`, or none

    std::size_t num_nodes() const { return labels.size(); }
    std::size_t num_arcs() const { return arc_offsets.back() - arc_offsets.front(); }
    std::size_t degree(std::size_t v) const { return arc_offsets[v + 1] - arc_offsets[v]; }

    // Ascending, each neighbour once, never v itself.
    std::span<const std::uint32_t> neighbors(std::size_t v) const {
        return {arcs + arc_offsets[v], degree(v)};
    }

    // The labels of the edges to neighbors(v), in the same order; empty if edges have no labels.
    std::span<const std::uint32_t> edge_labels(std::size_t v) const {
        if (arc_labels == nullptr) return {};
        return {arc_labels + arc_offsets[v], degree(v)};
    }
};

// What a source held that simple undirected graphs do not.
struct Irregularities {
    std::size_t self_loops = 0;    // dropped
    std::size_t doubled_arcs = 0;  // repeated lines, collapsed
    std::size_t one_way_arcs = 0;  // the way back was added
};

// What a source says of each graph beside the graph itself, as text: its name, where it stands.
struct GraphColumn {
    std::string name;
    std::vector<std::string> values;  // one per graph
};

// A set of simple undirected labelled graphs, as compressed rows over all of them. Readers and
// DatasetBuilder make valid ones; one made by hand is judged by validate().
struct Dataset {
    std::string name;

    std::vector<std::size_t> node_offsets = {0};  // graph g owns nodes [offsets[g], offsets[g + 1])
    std::vector<std::size_t> arc_offsets = {0};   // node v owns arcs [offsets[v], offsets[v + 1])
    std::vector<std::uint32_t> neighbors;         // by arc, numbered inside the graph, ascending

    // Readers and DatasetBuilder number labels in the order of their names (label_order.h), so that
    // comparing numbers compares values.
    std::vector<std::uint32_t> node_labels;
    std::vector<std::string> label_names;
    bool labels_are_degrees = false;

    // By arc; empty if there are none. The two ways of an edge may differ.
    std::vector<std::uint32_t> edge_labels;
    std::vector<std::string> edge_label_names;

    Matrix attributes;  // one row per node; no columns if there are none

    Targets targets;  // classes; none if the source names none

    std::vector<GraphColumn> columns;  // names differ

    // What node labels say of atoms (molecules.h), where the source has molecules; else empty. A
    // model takes graphs that were read as its own were.
    std::string atoms;

    Irregularities irregularities;

    std::size_t num_graphs() const { return node_offsets.size() - 1; }
    std::size_t num_nodes() const { return node_offsets.back(); }
    std::size_t num_edges() const { return neighbors.size() / 2; }
    std::size_t num_labels() const { return label_names.size(); }
    std::size_t num_classes() const { return targets.class_names.size(); }

    Graph graph(std::size_t g) const {
        const std::size_t first = node_offsets[g];
        const std::size_t size = node_offsets[g + 1] - first;
        return {.first_node = first,
                .arc_offsets = std::span(arc_offsets).subspan(first, size + 1),
                .arcs = neighbors.data(),
                .labels = std::span(node_labels).subspan(first, size),
                .arc_labels = edge_labels.empty() ? nullptr : edge_labels.data()};
    }
};

// Throws InputError, naming the graph and node with the remedy, if a dataset made by hand breaks
// what every stage relies on: offsets that rise from 0, neighbours inside their graph, ascending,
// with the way back, never a node itself; labels and classes that have names, names that differ;
// one label and one row of finite attributes per node. Linear in the size.
void validate(const Dataset& dataset);

// The chosen graphs in the given order, with the names of labels and classes of the whole: for
// folds.
Dataset subset(const Dataset& dataset, std::span<const std::size_t> graphs);

// A dataset's graphs without the node and edge labels that none of them has; the order of the
// others stays, and so do the names of classes. What is fitted on a subset then is what would be
// fitted on a file of these graphs alone.
Dataset drop_unused_labels(Dataset dataset);

// All graphs one after another. Labels and classes are matched by name and numbered anew in the
// order of label_order.h; names that no graph uses stay. Graphs of a part without classes have
// kUnknownClass where other parts have classes; columns that some part lacks are left out. The name
// is that of the first part.
//
// Throws InputError if only some parts have edge labels, attributes (or as many) or degrees for
// labels, or read atoms otherwise; parts without nodes or arcs fit to any.
Dataset concatenate(std::span<const Dataset> parts);

// Numbers each node by its degree, ascending, where a dataset comes without node labels.
void label_by_degree(Dataset& dataset);

// The values of a column; none if the dataset has no such column.
std::span<const std::string> column_of(const Dataset& dataset, std::string_view name);

// The share of the largest class among the graphs of known class, in [0, 1]: what a classifier
// reaches that knows nothing else. 0 if no class is known.
double majority_share(const Dataset& dataset);

}  // namespace dhgak
