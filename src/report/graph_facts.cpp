// SPDX-License-Identifier: MIT
#include "report/graph_facts.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "dhgak/core/parallel.h"
#include "dhgak/explain/explain.h"
#include "dhgak/graph/molecules.h"
#include "explain/explanation_json.h"
#include "explain/explanation_report.h"
#include "explain/seen_scores.h"
#include "explain/training_index.h"
#include "graph/molecule_drawing.h"
#include "neighbors/nearest_graphs.h"
#include "report/explained_graphs.h"
#include "report/graph_drawing.h"
#include "report/graph_map.h"
#include "report/neighbor_map.h"
#include "report/short_number.h"

namespace dhgak {
namespace {

constexpr std::size_t kNeighbors = 5;

// Evenly spread over each class, so that rare classes stay visible.
std::vector<std::size_t> thin_out(const Dataset& data, std::size_t most) {
    std::vector<std::size_t> kept(data.num_graphs());
    std::iota(kept.begin(), kept.end(), 0U);
    if (kept.size() <= most) return kept;
    std::map<std::uint32_t, std::size_t> seen;
    const double share = static_cast<double>(most) / static_cast<double>(kept.size());
    std::erase_if(kept, [&](std::size_t g) {
        const std::uint32_t c = data.targets.classes.empty() ? 0 : data.targets.classes[g];
        const auto before = static_cast<double>(seen[c]++);
        return std::floor((before + 1) * share) == std::floor(before * share) && before > 0;
    });
    if (kept.size() > most) kept.resize(most);
    return kept;
}

// Which graphs are drawn, the small ones first, until there are too many nodes or edges.
std::vector<bool> choose_drawn(const Dataset& graphs, std::size_t most) {
    std::vector<std::size_t> order(graphs.num_graphs());
    std::iota(order.begin(), order.end(), 0U);
    const auto size = [&](std::size_t g) {
        return graphs.graph(g).num_nodes() + graphs.graph(g).num_arcs() / 2;
    };
    std::ranges::stable_sort(order, {}, size);
    std::vector<bool> drawn(order.size(), false);
    std::size_t total = 0;
    for (const std::size_t g : order) {
        total += size(g);
        if (total > 2 * most) break;
        drawn[g] = true;
    }
    return drawn;
}

// By name: its place among `known`, or -1.
std::vector<int> numbers_of(const std::vector<std::string>& names,
                            const std::vector<std::string>& known) {
    std::vector<int> numbers;
    for (const std::string& name : names) {
        const auto found = std::ranges::find(known, name);
        numbers.push_back(found == known.end() ? -1 : static_cast<int>(found - known.begin()));
    }
    return numbers;
}

// Rows ordered by class, then along the first axis of the map, and values as two digits each.
Json gram_of(const Dataset& graphs, const SparseMatrix& features, const GraphMap& map,
             std::size_t most) {
    std::vector<std::size_t> order = thin_out(graphs, most);
    std::ranges::stable_sort(order, {}, [&](std::size_t g) {
        return std::pair(graphs.targets.classes.empty() ? 0 : graphs.targets.classes[g],
                         map.points[g].x);
    });
    SparseMatrix rows = {.num_cols = features.num_cols};
    for (const std::size_t g : order) {
        const auto first = static_cast<std::ptrdiff_t>(features.row_offsets[g]);
        const auto last = static_cast<std::ptrdiff_t>(features.row_offsets[g + 1]);
        rows.columns.insert(rows.columns.end(), features.columns.begin() + first,
                            features.columns.begin() + last);
        rows.values.insert(rows.values.end(), features.values.begin() + first,
                           features.values.begin() + last);
        rows.row_offsets.push_back(static_cast<std::int64_t>(rows.values.size()));
    }
    const CrossGram gram = cross_products(rows, rows);
    std::string digits;
    for (const double value : gram.values)
        digits += fmt::format("{:02}", std::clamp<int>(static_cast<int>(value * 100), 0, 99));
    return {{"graphs", order}, {"digits", digits}};
}

// Examples of clusters are graphs of the whole dataset. Of a cluster that has none among the drawn
// graphs, the first one is drawn beside them, if it is of a usual size.
Json draw_examples(const Json& clusters, const ReportInput& input,
                   const std::vector<std::size_t>& kept, const std::vector<bool>& drawn) {
    constexpr std::size_t kMostNodes = 200;
    std::set<std::size_t> known;
    for (std::size_t i = 0; i < kept.size(); ++i)
        if (drawn[i]) known.insert(kept[i]);
    Json drawings = Json::array();
    for (const Json& cluster : clusters) {
        if (!cluster.contains("examples") || cluster.at("examples").empty()) continue;
        const Json& examples = cluster.at("examples");
        const auto is_known = [&](const Json& example) {
            return known.contains(example.at("graph").get<std::size_t>());
        };
        if (std::ranges::any_of(examples, is_known)) continue;
        const auto g = examples.front().at("graph").get<std::size_t>();
        const Graph graph = input.data->graph(g);
        if (graph.num_nodes() > kMostNodes) continue;
        Json drawing = graph_drawing(graph, depict_molecule(*input.data, g));
        drawing["id"] = g;
        drawing["n"] = graph.num_nodes();
        drawings.push_back(std::move(drawing));
        known.insert(g);
    }
    return drawings;
}

}  // namespace

Json graph_facts(const ReportInput& input, const CrossValidated& said,
                 std::vector<std::string>& notes) {
    const Dataset& data = *input.data;
    const std::vector<int>& predicted = said.classes;
    const std::optional<Model>& model = input.model;
    const PageLimits& limits = input.limits;
    const std::vector<std::size_t> kept = thin_out(data, limits.graphs);
    const Dataset graphs = subset(data, kept);
    if (kept.size() < data.num_graphs())
        notes.push_back(
            fmt::format("{} of {} graphs are shown on the map and in lists, spread "
                        "evenly over the classes, to keep this page small.",
                        kept.size(), data.num_graphs()));
    const std::vector<bool> drawn = choose_drawn(graphs, limits.drawn_nodes);
    if (const auto missing = std::ranges::count(drawn, false); missing > 0)
        notes.push_back(
            fmt::format("{} large graphs are not drawn, to keep this page small.", missing));
    const std::span<const std::string> names = column_of(graphs, kNameColumn);
    const std::span<const std::string> smiles = column_of(graphs, kSmilesColumn);
    std::vector<Json> entries(graphs.num_graphs());
    parallel_for(entries.size(), [&](std::size_t g) {
        entries[g] = Json::object();
        if (drawn[g]) entries[g] = graph_drawing(graphs.graph(g), depict_molecule(graphs, g));
        entries[g]["id"] = kept[g];
        entries[g]["n"] = graphs.graph(g).num_nodes();
        if (!names.empty() && !names[g].empty()) entries[g]["name"] = names[g];
        if (!smiles.empty() && !smiles[g].empty()) entries[g]["smiles"] = smiles[g];
        if (!graphs.targets.classes.empty() && graphs.targets.classes[g] != kUnknownClass)
            entries[g]["t"] = graphs.targets.classes[g];
        if (!predicted.empty() && predicted[kept[g]] >= 0) entries[g]["p"] = predicted[kept[g]];
        if (!predicted.empty() && !std::isnan(said.decisions[kept[g]]))
            entries[g]["d"] = rounded(said.decisions[kept[g]], 1e-3);
    });
    Json facts = {{"label_names", graphs.label_names},
                  {"class_names", graphs.targets.class_names},
                  {"predicted_by", predicted.empty() ? "" : "cross-validation"}};

    if (model && model->kernel().feature_guide() != nullptr &&
        model->predictor().takes_features()) {
        NewGraphNotes ignored;
        const SparseMatrix features = model->transform(graphs, ignored);
        const GraphMap map = map_graphs(features);
        const std::vector<PlanePoint> near = map_neighbors(features, map.points);
        const auto neighbors = nearest_graphs(features, kNeighbors);
        const Explainer explainer(*model);
        ExplainedGraphs explained(explainer, data, graphs, limits);
        facts["important"] = explained.important(features);
        facts["level"] = explainer.level_name();
        facts["column"] = explainer.column_name();
        facts["two_classes"] = explainer.num_functions() == 1;
        facts["model_classes"] = model->info().class_names;
        facts["class_sizes"] = model->info().class_sizes;
        const std::vector<int> classes_of_model =
            numbers_of(model->info().class_names, graphs.targets.class_names);
        for (std::size_t g = 0; g < entries.size(); ++g) {
            entries[g]["m"] = {rounded(map.points[g].x, 1e-4), rounded(map.points[g].y, 1e-4)};
            entries[g]["u"] = {rounded(near[g].x, 1e-3), rounded(near[g].y, 1e-3)};
            Json nearest = Json::array();
            for (const Neighbor& neighbor : neighbors[g])
                nearest.push_back({neighbor.graph, rounded(neighbor.kernel, 1e-3)});
            entries[g]["k"] = std::move(nearest);
            entries[g]["x"] = explained.json_of(g);
            entries[g]["q"] = explained[g].predicted;
            if (predicted.empty())
                if (const int c = classes_of_model[explained[g].predicted]; c >= 0)
                    entries[g]["p"] = c;
            if (!drawn[g]) entries[g]["x"].erase("s");
        }
        facts["clusters"] = explained.clusters();
        facts["examples"] = draw_examples(facts["clusters"], input, kept, drawn);
        facts["axis_shares"] = {map.shares[0], map.shares[1]};
        facts["gram"] = gram_of(graphs, features, map, limits.gram);
        if (predicted.empty()) facts["predicted_by"] = "model";
    } else if (model) {
        notes.emplace_back(
            "The kernel of this model has no features that are sums over nodes: no map and no "
            "explanations.");
    }
    facts["graphs"] = std::move(entries);
    return facts;
}

}  // namespace dhgak
