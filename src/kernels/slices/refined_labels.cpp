// SPDX-License-Identifier: MIT
#include "kernels/slices/refined_labels.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "graph/label_order.h"
#include "kernel/new_labels.h"

namespace dhgak {
namespace {

constexpr std::size_t kLongestText = 80;

std::string cut(std::string text) {
    if (text.size() <= kLongestText) return text;
    std::size_t end = kLongestText;
    while (end > 0 && (text[end] & 0xc0) == 0x80) --end;  // inside a character of several bytes
    return text.substr(0, end) + "...";
}

// A node's label and, in brackets, what `name_before` calls its neighbours.
template <typename NameOfNode>
std::string spell(const Dataset& graphs, const Graph& graph, std::size_t v, bool with_edges,
                  const NameOfNode& name_before) {
    std::vector<std::string> around;
    const auto neighbors = graph.neighbors(v);
    for (std::size_t i = 0; i < neighbors.size(); ++i) {
        const std::string& name = name_before(graph.first_node + neighbors[i]);
        around.push_back(
            with_edges
                ? fmt::format("{} {}", graphs.edge_label_names[graph.edge_labels(v)[i]], name)
                : name);
    }
    std::ranges::sort(around);
    return cut(fmt::format("{}({})", graphs.label_names[graph.labels[v]], fmt::join(around, ",")));
}

// Calls `visit` with each node's graph, its number there and its number in the dataset.
template <typename Visit>
void each_node(const Dataset& graphs, const Visit& visit) {
    for (std::size_t g = 0; g < graphs.num_graphs(); ++g) {
        const Graph graph = graphs.graph(g);
        for (std::size_t v = 0; v < graph.num_nodes(); ++v) visit(graph, v, graph.first_node + v);
    }
}

// By colour of a round after 0, each spelled at the first node that has it.
std::vector<std::string> spell_colors(const Dataset& graphs, bool with_edges,
                                      std::span<const std::uint32_t> colors,
                                      std::span<const std::uint32_t> colors_before,
                                      const std::vector<std::string>& names_before) {
    std::vector<std::string> names;
    std::unordered_map<std::string, std::size_t> times_used;
    each_node(graphs, [&](const Graph& graph, std::size_t v, std::size_t node) {
        if (colors[node] != names.size()) return;  // numbered by first occurrence
        std::string name = spell(
            graphs, graph, v,
            with_edges, [&](std::size_t u) -> auto& { return names_before[colors_before[u]]; });
        if (const std::size_t times = ++times_used[name]; times > 1)
            name += fmt::format(" #{}", times);
        names.push_back(std::move(name));
    });
    return names;
}

// The same graphs with these labels, by node.
Dataset with_labels(const Dataset& graphs, const std::vector<const std::string*>& label_of_node) {
    Dataset relabelled = graphs;
    relabelled.label_names.clear();
    std::unordered_map<std::string_view, std::uint32_t> numbers;
    for (std::size_t v = 0; v < label_of_node.size(); ++v) {
        const auto [known, is_new] = numbers.emplace(*label_of_node[v], numbers.size());
        if (is_new) relabelled.label_names.push_back(*label_of_node[v]);
        relabelled.node_labels[v] = known->second;
    }
    const std::vector<std::uint32_t> places = sort_label_names(relabelled.label_names);
    for (std::uint32_t& label : relabelled.node_labels) label = places[label];
    return relabelled;
}

}  // namespace

RefinedLabels::RefinedLabels(const Dataset& graphs, const WlColorOptions& options)
    : coloring_(graphs, {.rounds = 0}) {
    WlColors colors;
    coloring_ = WlColoring(graphs, options, &colors);
    names_.resize(colors.size());
    each_node(graphs, [&](const Graph& graph, std::size_t v, std::size_t node) {
        if (colors[0][node] == names_[0].size())
            names_[0].push_back(graphs.label_names[graph.labels[v]]);
    });
    for (std::size_t r = 1; r < colors.size(); ++r)
        names_[r] = spell_colors(graphs, coloring_.uses_edge_labels(), colors[r], colors[r - 1],
                                 names_[r - 1]);
}

void RefinedLabels::visit_rounds(const Dataset& graphs, std::span<const int> rounds,
                                 NewGraphNotes& notes, const Visitor& visit) const {
    const WlColors colors = coloring_.color(graphs);
    note_new_graphs(graphs, colors.front(), notes);
    std::vector<std::string> own, own_before;  // by node, where its colour is not known
    const auto name_of = [&](std::size_t r, const std::vector<std::string>& own_names,
                             std::size_t node) -> const std::string& {
        const std::uint32_t color = colors[r][node];
        return color == kUnseenColor ? own_names[node] : names_[r][color];
    };
    std::size_t place = 0;
    for (std::size_t r = 0; r < colors.size(); ++r) {
        own_before = std::exchange(own, std::vector<std::string>(graphs.num_nodes()));
        std::unordered_set<std::string_view> known;
        if (std::ranges::count(colors[r], kUnseenColor) > 0)
            known.insert(names_[r].begin(), names_[r].end());
        each_node(graphs, [&](const Graph& graph, std::size_t v, std::size_t node) {
            if (colors[r][node] != kUnseenColor) return;
            own[node] = r == 0 ? graphs.label_names[graph.labels[v]]
                               : spell(
                                     graphs, graph, v,
                                     coloring_.uses_edge_labels(), [&](std::size_t u) -> auto& {
                                         return name_of(r - 1, own_before, u);
                                     });
            while (known.contains(own[node])) own[node] += " #new";
        });
        if (place == rounds.size() || static_cast<std::size_t>(rounds[place]) != r) continue;
        if (r == 0) {
            visit(place++, graphs);
            continue;
        }
        std::vector<const std::string*> label_of_node(graphs.num_nodes());
        for (std::size_t node = 0; node < label_of_node.size(); ++node) {
            label_of_node[node] = &name_of(r, own, node);
            notes.unknown_colors += colors[r][node] == kUnseenColor;
        }
        visit(place++, with_labels(graphs, label_of_node));
    }
}

void RefinedLabels::save(const ModelWriter& writer) const {
    coloring_.save(writer.at("colors"));
    for (std::size_t r = 0; r < names_.size(); ++r)
        writer.set(fmt::format("names{}", r), names_[r]);
}

RefinedLabels::RefinedLabels(const ModelReader& reader) : coloring_(reader.at("colors")) {
    for (std::size_t r = 0; r <= coloring_.num_rounds(); ++r) {
        const std::string part = fmt::format("names{}", r);
        names_.push_back(reader.texts(part));
        reader.require(names_[r].size() == coloring_.num_colors(r), part,
                       "there must be one for each colour");
        reader.require(std::unordered_set<std::string>(names_[r].begin(), names_[r].end()).size() ==
                           names_[r].size(),
                       part, "names a colour twice");
    }
}

}  // namespace dhgak
