// SPDX-License-Identifier: MIT
#include "explain/training_index.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <span>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "explain/seen_scores.h"
#include "run/known_classes.h"

namespace dhgak {
namespace {

constexpr std::size_t kMostRounds = 8;  // beyond it nodes that look alike hardly ever differ

// By class of the dataset: that of the model, matched by name.
std::vector<std::uint32_t> match_classes(const Dataset& dataset,
                                         const std::vector<std::string>& names) {
    std::vector<std::uint32_t> matched;
    for (const std::string& name : dataset.targets.class_names) {
        const auto place = std::ranges::find(names, name);
        matched.push_back(place == names.end() ? kUnknownClass
                                               : static_cast<std::uint32_t>(place - names.begin()));
    }
    return matched;
}

}  // namespace

bool looks_like_training(const ModelInfo& info, const Dataset& dataset) {
    if (dataset.targets.classes.empty()) return false;
    std::vector<std::size_t> sizes(info.class_names.size());
    const std::vector<std::uint32_t> matched = match_classes(dataset, info.class_names);
    std::size_t num_nodes = 0;
    for (std::size_t g = 0; g < dataset.num_graphs(); ++g) {
        if (dataset.targets.classes[g] == kUnknownClass) continue;
        const std::uint32_t c = matched[dataset.targets.classes[g]];
        if (c == kUnknownClass) return false;
        ++sizes[c];
        num_nodes += dataset.graph(g).num_nodes();
    }
    return sizes == info.class_sizes && num_nodes == info.nodes;
}

TrainingIndex::TrainingIndex(const Model& model, Dataset training, std::size_t num_examples)
    : model_(model),
      guide_(model.kernel().feature_guide()),
      training_(std::move(training)),
      num_examples_(num_examples),
      graph_of_(training_.num_nodes()) {
    if (!looks_like_training(model.info(), training_))
        throw InputError(fmt::format(
            "{}: is not what the model was fitted on, which was {}: {} graphs with {} nodes; name "
            "that with --training",
            training_.name, model.info().dataset, model.info().graphs, model.info().nodes));
    const std::vector<std::uint32_t> matched = match_classes(training_, model.info().class_names);
    for (std::size_t g = 0; g < training_.num_graphs(); ++g) {
        const std::uint32_t c = training_.targets.classes[g];
        class_of_.push_back(c == kUnknownClass ? kUnknownClass : matched[c]);
        for (std::size_t v = training_.node_offsets[g]; v < training_.node_offsets[g + 1]; ++v)
            graph_of_[v] = static_cast<std::uint32_t>(g);
    }
    const std::size_t reach = std::ranges::max(reaches_of(*guide_));
    coloring_.emplace(training_,
                      WlColorOptions{.rounds = std::min(reach, kMostRounds), .edge_labels = false},
                      &colors_);
    for (const SparseMatrix& counts : guide_->node_counts(training_)) add_level(counts);
}

void TrainingIndex::add_level(const SparseMatrix& node_counts) {
    Level& level = levels_.emplace_back();
    level.offsets.resize(node_counts.num_cols + 1);
    for (const std::int32_t column : node_counts.columns)
        ++level.offsets[static_cast<std::size_t>(column) + 1];
    for (std::size_t c = 0; c < node_counts.num_cols; ++c) level.offsets[c + 1] += level.offsets[c];
    level.nodes.resize(node_counts.num_entries());
    level.counts.resize(node_counts.num_entries());
    std::vector<std::size_t> next(level.offsets.begin(), level.offsets.end() - 1);
    for (std::size_t v = 0; v < node_counts.num_rows(); ++v) {
        const auto end = static_cast<std::size_t>(node_counts.row_offsets[v + 1]);
        for (auto e = static_cast<std::size_t>(node_counts.row_offsets[v]); e < end; ++e) {
            const std::size_t place = next[static_cast<std::size_t>(node_counts.columns[e])]++;
            level.nodes[place] = static_cast<std::uint32_t>(v);
            level.counts[place] = node_counts.values[e];
        }
    }
}

SlicePlace TrainingIndex::place_of(std::size_t node) const {
    const std::size_t graph = graph_of_[node];
    return {.graph = graph, .node = node - training_.node_offsets[graph]};
}

const std::vector<std::uint32_t>& TrainingIndex::looks(const WlColors& colors,
                                                       std::size_t reach) const {
    return colors[std::min(reach, colors.size() - 1)];
}

ColumnSummary TrainingIndex::summarize(std::size_t level, std::size_t column) const {
    const std::size_t num_classes = model_.info().class_names.size();
    ColumnSummary summary = {.facts = guide_->describe(level, column),
                             .count_by_class = std::vector<double>(num_classes),
                             .graphs_by_class = std::vector<std::size_t>(num_classes)};
    const std::vector<std::uint32_t>& look = looks(colors_, summary.facts.reach);
    const Level& members = levels_[level];
    const std::size_t begin = members.offsets[column], end = members.offsets[column + 1];
    std::unordered_map<std::uint32_t, std::size_t> nodes_of_look;
    std::size_t last_graph = std::numeric_limits<std::size_t>::max();
    for (std::size_t i = begin; i < end; ++i) {
        const std::size_t graph = graph_of_[members.nodes[i]];
        const std::uint32_t c = class_of_[graph];
        summary.count += members.counts[i];
        if (c != kUnknownClass) {
            summary.count_by_class[c] += members.counts[i];
            summary.graphs_by_class[c] += graph != last_graph;
        }
        last_graph = graph;
        ++nodes_of_look[look[members.nodes[i]]];
    }
    summary.num_nodes = end - begin;
    if (begin == end) return summary;
    // Of equally frequent ones the first.
    std::size_t typical = begin;
    for (std::size_t i = begin; i < end; ++i)
        if (nodes_of_look[look[members.nodes[i]]] > nodes_of_look[look[members.nodes[typical]]])
            typical = i;
    summary.typical = place_of(members.nodes[typical]);
    summary.num_typical = nodes_of_look[look[members.nodes[typical]]];
    summary.examples = examples(level, column, look, look[members.nodes[typical]]);
    return summary;
}

std::span<const std::uint32_t> TrainingIndex::nodes_of(std::size_t level,
                                                       std::size_t column) const {
    const std::vector<std::size_t>& offsets = levels_[level].offsets;
    return std::span(levels_[level].nodes)
        .subspan(offsets[column], offsets[column + 1] - offsets[column]);
}

std::vector<SlicePlace> TrainingIndex::examples(std::size_t level, std::size_t column,
                                                const std::vector<std::uint32_t>& look,
                                                std::uint32_t wanted) const {
    const Level& members = levels_[level];
    std::vector<SlicePlace> found;
    for (const bool alike : {true, false})
        for (std::size_t i = members.offsets[column];
             i < members.offsets[column + 1] && found.size() < num_examples_; ++i) {
            const SlicePlace place = place_of(members.nodes[i]);
            const auto same_graph = [&](const SlicePlace& p) { return p.graph == place.graph; };
            if ((look[members.nodes[i]] == wanted) == alike &&
                std::ranges::none_of(found, same_graph))
                found.push_back(place);
        }
    return found;
}

std::vector<ImportantColumn> TrainingIndex::unite(std::span<const ImportantColumn> columns,
                                                  std::size_t top) const {
    std::map<std::pair<std::size_t, std::vector<std::uint32_t>>, std::size_t> places;
    std::vector<ImportantColumn> united;
    for (const ImportantColumn& column : columns) {
        const auto nodes = nodes_of(column.level, column.column);
        const auto [place, is_new] = places.try_emplace(
            {column.level, std::vector<std::uint32_t>(nodes.begin(), nodes.end())}, united.size());
        if (is_new) {
            united.push_back(column);
            continue;
        }
        ImportantColumn& first = united[place->second];
        first.score += column.score;
        first.mean_inside += column.mean_inside;
        first.mean_outside += column.mean_outside;
        ++first.experiments;
    }
    std::ranges::stable_sort(united, std::greater(),
                             [](const ImportantColumn& column) { return std::abs(column.score); });
    if (united.size() > top) united.resize(top);
    return united;
}

std::vector<SlicePlace> TrainingIndex::most_similar(std::size_t level, std::size_t column,
                                                    std::size_t node,
                                                    const WlColors& colors) const {
    const std::size_t reach = guide_->describe(level, column).reach;
    return examples(level, column, looks(colors_, reach), looks(colors, reach)[node]);
}

RootedGraph cut_around(const Graph& graph, std::size_t root, std::size_t reach,
                       std::size_t most_nodes) {
    RootedGraph result;
    std::unordered_map<std::uint32_t, std::uint32_t> number_of;
    const auto add = [&](std::uint32_t node, std::uint32_t depth) {
        number_of.emplace(node, static_cast<std::uint32_t>(result.nodes.size()));
        result.nodes.push_back(node);
        result.depths.push_back(depth);
    };
    add(static_cast<std::uint32_t>(root), 0);
    for (std::size_t i = 0; i < result.nodes.size(); ++i) {
        if (result.depths[i] == reach) break;
        for (const std::uint32_t u : graph.neighbors(result.nodes[i])) {
            if (number_of.contains(u)) continue;
            if (result.nodes.size() == most_nodes) {
                result.is_cut = true;
                break;
            }
            add(u, result.depths[i] + 1);
        }
    }
    for (std::uint32_t i = 0; i < result.nodes.size(); ++i)
        for (const std::uint32_t u : graph.neighbors(result.nodes[i]))
            if (const auto other = number_of.find(u); other != number_of.end() && i < other->second)
                result.edges.emplace_back(i, other->second);
    return result;
}

}  // namespace dhgak
