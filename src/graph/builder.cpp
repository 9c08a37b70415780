// SPDX-License-Identifier: MIT
#include "dhgak/graph/builder.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "graph/label_order.h"
#include "graph/tu/arc_rows.h"

namespace dhgak {
namespace {

// Names numbered by first occurrence, until all are known and can be sorted.
class NameTable {
public:
    std::uint32_t number(const std::string& name) {
        const auto [entry, is_new] =
            number_of_.try_emplace(name, static_cast<std::uint32_t>(names_.size()));
        if (is_new) names_.push_back(name);
        return entry->second;
    }

    // Renumbers `numbers` by the order of the names and returns these.
    std::vector<std::string> sort(std::vector<std::uint32_t>& numbers) {
        const std::vector<std::uint32_t> place = sort_label_names(names_);
        for (std::uint32_t& number : numbers)
            if (number != kUnknownClass) number = place[number];
        return std::move(names_);
    }

private:
    std::vector<std::string> names_;
    std::unordered_map<std::string, std::uint32_t> number_of_;
};

// What the first graph that can tell says about all graphs.
template <typename Value>
struct Agreement {
    std::optional<Value> value;
    std::size_t graph = 0;  // the one that said so

    bool differs(const Value& other) const { return value && *value != other; }
    void settle(const Value& other, std::size_t g) {
        if (!value) *this = {other, g};
    }
};

std::string at_graph(std::size_t g) { return fmt::format("graph {}", g); }
std::string at_node(std::size_t g, std::size_t v) { return fmt::format("graph {}, node {}", g, v); }
std::string at_edge(std::size_t g, std::size_t e) { return fmt::format("graph {}, edge {}", g, e); }

template <typename... Values>
[[noreturn]] void fail(const std::string& place, fmt::format_string<Values...> format,
                       Values&&... values) {
    throw InputError(place + ": " + fmt::format(format, std::forward<Values>(values)...));
}

void require_labels(const GraphInput& graph, std::size_t num_nodes, std::size_t g) {
    if (!graph.labels.empty() && graph.labels.size() != num_nodes)
        fail(at_graph(g), "{} labels for {} nodes; give one label for each node, or none",
             graph.labels.size(), num_nodes);
    for (std::size_t v = 0; v < graph.labels.size(); ++v)
        if (graph.labels[v].text().empty())
            fail(at_node(g, v), "the label is empty; give a text or a number");
}

void require_edges(const GraphInput& graph, std::size_t num_nodes, std::size_t g) {
    for (std::size_t e = 0; e < graph.edges.size(); ++e)
        for (const std::uint32_t v : {graph.edges[e].first, graph.edges[e].second})
            if (v >= num_nodes)
                fail(at_edge(g, e), "node {}, but the graph has {} nodes, numbered from 0", v,
                     num_nodes);
    if (!graph.edge_labels.empty() && graph.edge_labels.size() != graph.edges.size())
        fail(at_graph(g), "{} edge labels for {} edges; give one label for each edge, or none",
             graph.edge_labels.size(), graph.edges.size());
    for (std::size_t e = 0; e < graph.edge_labels.size(); ++e)
        if (graph.edge_labels[e].text().empty())
            fail(at_edge(g, e), "the label is empty; give a text or a number");
}

void require_attributes(const GraphInput& graph, std::size_t num_nodes, std::size_t g) {
    if (graph.attributes.empty()) return;
    if (graph.attributes.size() != num_nodes)
        fail(at_graph(g), "{} rows of attributes for {} nodes; give one row for each node, or none",
             graph.attributes.size(), num_nodes);
    const std::size_t columns = graph.attributes.front().size();
    for (std::size_t v = 0; v < num_nodes; ++v) {
        const std::vector<float>& row = graph.attributes[v];
        if (row.size() != columns)
            fail(at_node(g, v), "{} attributes, but node 0 has {}; give each node as many",
                 row.size(), columns);
        for (std::size_t c = 0; c < columns; ++c)
            if (!std::isfinite(row[c]))
                fail(at_node(g, v), "attribute {} is not finite; replace or remove it", c);
    }
}

}  // namespace

struct DatasetBuilder::State {
    explicit State(std::string name) { dataset.name = std::move(name); }

    void require_agreement(const GraphInput& graph, std::size_t num_nodes, std::size_t g) const;

    Dataset dataset;  // names and rows are made by build()
    NameTable labels, edge_labels, classes;
    std::vector<Arc> arcs;
    std::vector<std::uint32_t> arc_labels;
    std::vector<float> attributes;
    Agreement<bool> has_labels, has_edge_labels;
    Agreement<std::size_t> num_attributes;
};

void DatasetBuilder::State::require_agreement(const GraphInput& graph, std::size_t num_nodes,
                                              std::size_t g) const {
    if (dataset.num_nodes() + num_nodes >= std::numeric_limits<std::uint32_t>::max())
        fail(at_graph(g), "{} nodes after {}, but 32-bit node numbers end before that", num_nodes,
             dataset.num_nodes());
    const auto with = [](bool has) { return has ? "with" : "without"; };
    if (num_nodes > 0 && has_labels.differs(!graph.labels.empty()))
        fail(at_graph(g),
             "{} node labels, but graph {} is {} them; give labels to all graphs, or to none to "
             "have degrees",
             with(!graph.labels.empty()), has_labels.graph, with(*has_labels.value));
    if (!graph.edges.empty() && has_edge_labels.differs(!graph.edge_labels.empty()))
        fail(at_graph(g),
             "{} edge labels, but graph {} is {} them; give edge labels to all graphs, or to none",
             with(!graph.edge_labels.empty()), has_edge_labels.graph, with(*has_edge_labels.value));
    const std::size_t columns = graph.attributes.empty() ? 0 : graph.attributes.front().size();
    if (num_nodes > 0 && num_attributes.differs(columns))
        fail(at_graph(g), "{} attributes per node, but graph {} has {}; give all graphs as many",
             columns, num_attributes.graph, *num_attributes.value);
}

DatasetBuilder::DatasetBuilder(std::string name)
    : state_(std::make_unique<State>(std::move(name))) {}
DatasetBuilder::~DatasetBuilder() = default;
DatasetBuilder::DatasetBuilder(DatasetBuilder&&) noexcept = default;
DatasetBuilder& DatasetBuilder::operator=(DatasetBuilder&&) noexcept = default;

std::size_t DatasetBuilder::num_graphs() const { return state_->dataset.num_graphs(); }

void DatasetBuilder::add_graph(const GraphInput& graph) {
    State& state = *state_;
    const std::size_t g = num_graphs();
    const std::size_t num_nodes = graph.num_nodes.value_or(graph.labels.size());
    require_labels(graph, num_nodes, g);
    require_edges(graph, num_nodes, g);
    require_attributes(graph, num_nodes, g);
    if (graph.graph_class && graph.graph_class->text().empty())
        fail(at_graph(g), "the class is empty; leave it out if it is not known");
    state.require_agreement(graph, num_nodes, g);

    const std::size_t first = state.dataset.num_nodes();
    for (const Label& label : graph.labels)
        state.dataset.node_labels.push_back(state.labels.number(label.text()));
    for (const auto& [from, to] : graph.edges)
        state.arcs.push_back(
            {static_cast<std::uint32_t>(first + from), from == to ? kSelfLoop : to});
    for (const Label& label : graph.edge_labels)
        state.arc_labels.push_back(state.edge_labels.number(label.text()));
    for (const std::vector<float>& row : graph.attributes)
        state.attributes.insert(state.attributes.end(), row.begin(), row.end());
    state.dataset.targets.classes.push_back(
        graph.graph_class ? state.classes.number(graph.graph_class->text()) : kUnknownClass);
    state.dataset.node_offsets.push_back(first + num_nodes);
    if (!graph.edges.empty()) state.has_edge_labels.settle(!graph.edge_labels.empty(), g);
    if (num_nodes == 0) return;
    state.has_labels.settle(!graph.labels.empty(), g);
    state.num_attributes.settle(graph.attributes.empty() ? 0 : graph.attributes.front().size(), g);
}

Dataset DatasetBuilder::build() {
    State state = std::exchange(*state_, State(state_->dataset.name));
    Dataset& dataset = state.dataset;

    dataset.edge_label_names = state.edge_labels.sort(state.arc_labels);
    ArcList arcs{std::make_unique_for_overwrite<Arc[]>(state.arcs.size()), state.arcs.size()};
    std::ranges::copy(state.arcs, arcs.arcs.get());
    build_rows(dataset, std::move(arcs), std::move(state.arc_labels));
    dataset.irregularities.one_way_arcs = 0;

    dataset.label_names = state.labels.sort(dataset.node_labels);
    if (dataset.label_names.empty()) label_by_degree(dataset);

    const std::size_t columns = state.num_attributes.value.value_or(0);
    dataset.attributes = Matrix(columns > 0 ? dataset.num_nodes() : 0, columns);
    std::ranges::copy(state.attributes, dataset.attributes.values().begin());

    dataset.targets.class_names = state.classes.sort(dataset.targets.classes);
    if (dataset.targets.class_names.empty()) dataset.targets.classes.clear();
    return std::move(dataset);
}

}  // namespace dhgak
