// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dhgak/graph/dataset.h"

namespace dhgak {

// A label or a class: a text, or a whole number, which is the same as its decimal text.
class Label {
public:
    Label(std::string text) : text_(std::move(text)) {}  // NOLINT(google-explicit-constructor)
    Label(std::string_view text) : text_(text) {}        // NOLINT(google-explicit-constructor)
    Label(const char* text) : text_(text) {}             // NOLINT(google-explicit-constructor)
    template <std::integral Number>
    Label(Number number) : text_(std::to_string(number)) {  // NOLINT(google-explicit-constructor)
    }
    Label(char) = delete;  // 'C' would be the number 67
    Label(bool) = delete;

    const std::string& text() const { return text_; }

private:
    std::string text_;
};

// One graph for a DatasetBuilder. Nodes are numbered from 0.
//
//     GraphInput ethanol{.labels = {"C", "C", "O"}, .edges = {{0, 1}, {1, 2}}, .graph_class = 1};
struct GraphInput {
    std::optional<std::size_t> num_nodes;  // if left out: as many as there are labels
    std::vector<Label> labels;             // one per node; none anywhere: degrees are the labels

    // In any direction and order. Self loops are dropped; an edge given twice the same way round is
    // collapsed and its first label stays; an edge given both ways may have a label for each way.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
    std::vector<Label> edge_labels;  // one per edge, or none

    std::vector<std::vector<float>> attributes;  // one row of finite numbers per node, or none

    std::optional<Label> graph_class;  // if left out: not known
};

// Builds a dataset from graphs in memory.
//
// Labels and classes are numbered in the order of label_order.h, as the readers number them, so the
// result does not depend on which graph came first. All graphs must agree on whether they have node
// labels, edge labels and how many attributes; graphs without nodes or edges agree with any.
class DatasetBuilder {
public:
    explicit DatasetBuilder(std::string name = "graphs");
    ~DatasetBuilder();
    DatasetBuilder(DatasetBuilder&&) noexcept;
    DatasetBuilder& operator=(DatasetBuilder&&) noexcept;

    // Throws InputError that names the graph (from 0, in the order of addition) and the node or
    // edge, with the remedy; the builder is then as it was before.
    void add_graph(const GraphInput& graph);

    std::size_t num_graphs() const;

    // Hands over the graphs added so far as a valid dataset; the builder is empty again. If no
    // graph has a class, `classes` is empty. Self loops and doubled edges are counted in
    // `irregularities`; one-way arcs are not, since edges have no direction here.
    Dataset build();

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace dhgak
