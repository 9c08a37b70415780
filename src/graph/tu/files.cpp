// SPDX-License-Identifier: MIT
#include "graph/tu/files.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "graph/tu/arc_rows.h"
#include "graph/tu/arcs.h"
#include "graph/tu/parts.h"
#include "graph/tu/tables.h"

namespace dhgak {
namespace {

TextFile open_required(const TuFiles& files, std::string_view part) {
    std::optional<TextFile> file = files.open(part);
    if (!file) fail_missing(files, part);
    return std::move(*file);
}

void require_graph_numbers(const std::vector<std::int64_t>& graphs, const TuFiles& files,
                           std::optional<std::size_t> num_labelled) {
    const std::size_t limit = num_labelled.value_or(graphs.size() + kMostEmptyGraphs);
    const auto wrong = std::ranges::find_if(
        graphs, [&](std::int64_t g) { return g < 1 || static_cast<std::uint64_t>(g) > limit; });
    if (wrong != graphs.end())
        fail_graph_number(files, static_cast<std::size_t>(wrong - graphs.begin()), *wrong,
                          graphs.size(), num_labelled);
}

// Nodes of one graph side by side, otherwise in the order of their lines.
NodeOrder order_nodes(const std::vector<std::int64_t>& graphs, std::size_t num_graphs) {
    NodeOrder order;
    order.node_offsets.assign(num_graphs + 1, 0);
    order.graph_of.reserve(graphs.size());
    for (const std::int64_t g : graphs) {
        order.graph_of.push_back(static_cast<std::uint32_t>(g - 1));
        ++order.node_offsets[static_cast<std::size_t>(g)];
    }
    std::partial_sum(order.node_offsets.begin(), order.node_offsets.end(),
                     order.node_offsets.begin());
    std::vector<std::size_t> next(order.node_offsets.begin(), order.node_offsets.end() - 1);
    order.position_of.reserve(graphs.size());
    for (const std::uint32_t g : order.graph_of)
        order.position_of.push_back(static_cast<std::uint32_t>(next[g]++));
    return order;
}

NodeOrder read_nodes(const TuFiles& files, std::optional<std::size_t> num_labelled) {
    const TextFile file = open_required(files, "graph_indicator");
    const std::vector<std::int64_t> graphs = parse_integer_column(file, kGraphLine).values;
    if (graphs.size() >= std::numeric_limits<std::uint32_t>::max())
        throw InputError(fmt::format("{}: {} nodes, but 32-bit node numbers end before that",
                                     file.place(), graphs.size()));
    require_graph_numbers(graphs, files, num_labelled);
    const auto most = static_cast<std::size_t>(*std::ranges::max_element(graphs));
    if (num_labelled && *num_labelled > most) warn_about_last_graphs(files, *num_labelled - most);
    return order_nodes(graphs, num_labelled.value_or(most));
}

void read_classes(const TuFiles& files, Dataset& dataset) {
    const std::optional<TextFile> file = files.open("graph_labels");
    if (!file) return;
    NumberedRows classes = number_rows(parse_integer_column(*file, kClassLine));
    dataset.targets.classes = std::move(classes.number_of);
    dataset.targets.class_names = std::move(classes.names);
}

void read_arcs(const TuFiles& files, const NodeOrder& order, Dataset& dataset) {
    ArcList arcs = parse_arcs(open_required(files, "A"), order);
    NumberedRows labels;
    if (const std::optional<TextFile> file = files.open("edge_labels")) {
        const IntegerTable table = parse_integer_table(*file, kEdgeLabelLine);
        require_rows(file->place(), table.rows(), arcs.size, files.place("A"));
        labels = number_rows(table);
        dataset.edge_label_names = std::move(labels.names);
    }
    build_rows(dataset, std::move(arcs), std::move(labels.number_of));
}

void read_node_labels(const TuFiles& files, const NodeOrder& order, Dataset& dataset) {
    const std::optional<TextFile> file = files.open("node_labels");
    if (!file) {
        label_by_degree(dataset);
        return;
    }
    const IntegerTable table = parse_integer_table(*file, kNodeLabelLine);
    require_rows(file->place(), table.rows(), order.graph_of.size(),
                 files.place("graph_indicator"));
    NumberedRows labels = number_rows(table);
    dataset.label_names = std::move(labels.names);
    dataset.node_labels.resize(labels.number_of.size());
    for (std::size_t v = 0; v < labels.number_of.size(); ++v)
        dataset.node_labels[order.position_of[v]] = labels.number_of[v];
}

void read_attributes(const TuFiles& files, const NodeOrder& order, Dataset& dataset) {
    const std::optional<TextFile> file = files.open("node_attributes");
    if (!file) return;
    const Matrix table = parse_number_table(*file, kAttributeLine);
    require_rows(file->place(), table.rows(), order.graph_of.size(),
                 files.place("graph_indicator"));
    dataset.attributes = Matrix(table.rows(), table.cols());
    for (std::size_t v = 0; v < table.rows(); ++v)
        std::ranges::copy(table.row(v), dataset.attributes.row(order.position_of[v]).begin());
}

}  // namespace

std::unique_ptr<TextStream> TuFiles::stream(std::string_view part) const {
    std::optional<TextFile> file = open(part);
    return file ? stream_text(std::move(*file)) : nullptr;
}

Dataset read_tu(const TuFiles& files) {
    Dataset dataset;
    dataset.name = files.name();
    read_classes(files, dataset);
    std::optional<std::size_t> num_labelled;
    if (!dataset.targets.classes.empty()) num_labelled = dataset.targets.classes.size();
    const NodeOrder order = read_nodes(files, num_labelled);
    dataset.node_offsets = order.node_offsets;
    read_arcs(files, order, dataset);
    read_node_labels(files, order, dataset);
    read_attributes(files, order, dataset);
    return dataset;
}

}  // namespace dhgak
