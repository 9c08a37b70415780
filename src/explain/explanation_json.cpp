// SPDX-License-Identifier: MIT
#include "explain/explanation_json.h"

#include <algorithm>
#include <utility>

#include "dhgak/core/version.h"
#include "explain/seen_scores.h"

namespace dhgak {
namespace {

Json json_of(const SlicePlace& place) { return {{"graph", place.graph}, {"node", place.node}}; }

Json json_of(const std::vector<SlicePlace>& places) {
    Json list = Json::array();
    for (const SlicePlace& place : places) list.push_back(json_of(place));
    return list;
}

Json model_json(const Explainer& explainer) {
    const ModelInfo& info = explainer.model().info();
    Json settings = Json::object();
    for (const Setting& setting : info.settings) settings[setting.name] = setting.text();
    return {{"fitted_on", info.dataset},       {"graphs", info.graphs},
            {"classes", info.class_names},     {"class_sizes", info.class_sizes},
            {"settings", std::move(settings)}, {"version", info.version}};
}

Json class_name_or_null(const Dataset& graphs, std::size_t g) {
    if (graphs.targets.classes.empty() || graphs.targets.classes[g] == kUnknownClass)
        return nullptr;
    return graphs.targets.class_names[graphs.targets.classes[g]];
}

// Where its columns' training slices that look like the graph's own are.
class SimilarSlices {
public:
    explicit SimilarSlices(const ExplanationReport& report) : training_(report.training.get()) {
        if (training_ == nullptr) return;
        colors_ = training_->colors_of(report.graphs);
        node_counts_ =
            report.explainer->model().kernel().feature_guide()->node_counts(report.graphs);
    }

    // The nodes of graph g in the column, and the training slices most like the first of them.
    void add(const ExplanationReport& report, std::size_t g, const ColumnScore& column,
             Json& json) const {
        if (training_ == nullptr) return;
        const SparseMatrix& counts = node_counts_[column.level];
        std::vector<std::size_t> nodes;
        const Graph graph = report.graphs.graph(g);
        for (std::size_t v = 0; v < graph.num_nodes(); ++v) {
            const auto row = graph.first_node + v;
            const auto begin = counts.columns.begin() + counts.row_offsets[row];
            const auto end = counts.columns.begin() + counts.row_offsets[row + 1];
            if (std::binary_search(begin, end, static_cast<std::int32_t>(column.column)))
                nodes.push_back(v);
        }
        json["nodes"] = nodes;
        if (!nodes.empty())
            json["similar"] = json_of(training_->most_similar(
                column.level, column.column, graph.first_node + nodes.front(), colors_));
    }

private:
    const TrainingIndex* training_;
    WlColors colors_;
    std::vector<SparseMatrix> node_counts_;
};

Json json_of(const FunctionExplanation& function, const std::string& for_class,
             NamedColumns& columns, const auto& add_places) {
    const std::size_t levels = function.level_sums.size();
    Json scores = Json::array();
    for (std::size_t v = 0; v * levels < function.scores.size(); ++v) {
        const auto row = std::span(function.scores).subspan(v * levels, levels);
        scores.push_back(std::vector<double>(row.begin(), row.end()));
    }
    Json named = Json::array();
    for (const ColumnScore& column : function.columns) {
        Json entry = {{"cluster", columns.number_of(column)}, {"score", column.score}};
        add_places(column, entry);
        named.push_back(std::move(entry));
    }
    return {{"class", for_class},
            {"value", function.value},
            {"bias", function.bias},
            {"node_scores", function.node_scores()},
            {"hop_scores", function.level_sums},
            {"scores", std::move(scores)},
            {"clusters", std::move(named)}};
}

}  // namespace

Json json_of(const RootedGraph& slice, const Graph& graph, const std::vector<std::string>& labels) {
    Json names = Json::array(), edges = Json::array();
    for (const std::uint32_t node : slice.nodes) names.push_back(labels[graph.labels[node]]);
    for (const auto& [a, b] : slice.edges) edges.push_back({a, b});
    return {{"labels", std::move(names)},
            {"distances", slice.depths},
            {"edges", std::move(edges)},
            {"cut", slice.is_cut}};
}

std::size_t NamedColumns::number_of(const ColumnScore& column) {
    const auto [place, is_new] =
        numbers_.try_emplace({column.level, column.column}, columns_.size());
    if (is_new) columns_.push_back(column);
    return place->second;
}

Json NamedColumns::json_of_column(const ColumnScore& column) const {
    Json weights = Json::array();
    for (std::size_t f = 0; f < explainer_.num_functions(); ++f)
        weights.push_back(explainer_.weight(f, column));
    const ColumnFacts facts =
        explainer_.model().kernel().feature_guide()->describe(column.level, column.column);
    Json json = {{"hop", column.level},
                 {"column", column.column},
                 {"name", facts.text},
                 {"reach", facts.reach},
                 {"weights", std::move(weights)}};
    if (training_ == nullptr) return json;
    const ColumnSummary summary = training_->summarize(column.level, column.column);
    Json shares = Json::array();
    const std::vector<std::size_t>& sizes = explainer_.model().info().class_sizes;
    for (std::size_t c = 0; c < sizes.size(); ++c)
        shares.push_back(static_cast<double>(summary.graphs_by_class[c]) /
                         static_cast<double>(std::max<std::size_t>(sizes[c], 1)));
    json["slices"] = summary.count;
    json["slices_by_class"] = summary.count_by_class;
    json["share_of_graphs"] = std::move(shares);
    if (summary.num_nodes == 0) return json;
    const Graph graph = training_->graphs().graph(summary.typical.graph);
    json["typical"] = json_of(cut_around(graph, summary.typical.node, facts.reach), graph,
                              training_->graphs().label_names);
    json["typical"]["share"] =
        static_cast<double>(summary.num_typical) / static_cast<double>(summary.num_nodes);
    json["examples"] = json_of(summary.examples);
    return json;
}

Json NamedColumns::json() const {
    Json list = Json::array();
    for (const ColumnScore& column : columns_) list.push_back(json_of_column(column));
    return list;
}

std::string lines_of(const Json& json) {
    const auto dump = [](const Json& value) {
        return value.dump(-1, ' ', false, Json::error_handler_t::replace);
    };
    std::string text = "{";
    const char* before = "\n";
    for (const auto& [name, value] : json.items()) {
        text += before + dump(Json(name)) + ": ";
        before = ",\n";
        if (!value.is_array() || value.empty() || !value.front().is_object()) {
            text += dump(value);
            continue;
        }
        const char* opening = "[\n";
        for (const Json& entry : value) {
            text += opening + dump(entry);
            opening = ",\n";
        }
        text += "]";
    }
    return text + "\n}\n";
}

std::string to_json(const ExplanationReport& report) {
    const Explainer& explainer = *report.explainer;
    const std::vector<std::string>& names = explainer.model().info().class_names;
    NamedColumns columns(explainer, report.training.get());
    const SimilarSlices similar(report);
    const std::vector<std::size_t> reaches =
        reaches_of(*explainer.model().kernel().feature_guide());
    Json graphs = Json::array();
    for (const GraphExplanation& explanation : report.explanations) {
        Json functions = Json::array();
        for (std::size_t f = 0; f < explanation.functions.size(); ++f) {
            functions.push_back(json_of(explanation.functions[f], names[explainer.class_of(f)],
                                        columns, [&](const ColumnScore& column, Json& entry) {
                                            similar.add(report, explanation.graph, column, entry);
                                        }));
            functions.back()["seen_scores"] = seen_scores(report.graphs.graph(explanation.graph),
                                                          explanation.functions[f], reaches);
        }
        graphs.push_back({{"graph", report.graph_ids[explanation.graph]},
                          {"class", class_name_or_null(report.graphs, explanation.graph)},
                          {"predicted", names[explanation.predicted]},
                          {"decisions", explanation.decisions},
                          {"explanations", std::move(functions)}});
    }
    Json important = Json::array();
    for (const ClassColumns& of_class : report.most_important) {
        Json list = Json::array();
        for (const ImportantColumn& column : of_class.columns)
            list.push_back({{"cluster", columns.number_of(column)},
                            {"score", column.score},
                            {"mean_inside", column.mean_inside},
                            {"mean_outside", column.mean_outside},
                            {"experiments", column.experiments}});
        important.push_back({{"class", names[of_class.for_class]}, {"clusters", std::move(list)}});
    }
    return lines_of({{"model", model_json(explainer)},
                     {"data", report.graphs.name},
                     {"level", explainer.level_name()},
                     {"most_important", std::move(important)},
                     {"clusters", columns.json()},
                     {"graphs", std::move(graphs)},
                     {"version", version()}});
}

std::string to_json(const PairReport& report) {
    NamedColumns columns(*report.explainer, report.training.get());
    Json pairs = Json::array(), named = Json::array();
    for (const AlignedNodes& nodes : report.explanation.nodes)
        pairs.push_back({nodes.first, nodes.second, nodes.score});
    for (const ColumnScore& column : report.explanation.columns)
        named.push_back({{"cluster", columns.number_of(column)}, {"score", column.score}});
    return lines_of({{"model", model_json(*report.explainer)},
                     {"data", report.graphs.name},
                     {"level", report.explainer->level_name()},
                     {"graphs", {report.a, report.b}},
                     {"kernel", report.explanation.value},
                     {"hop_scores", report.explanation.level_sums},
                     {"aligned", std::move(pairs)},
                     {"shared", std::move(named)},
                     {"clusters", columns.json()},
                     {"version", version()}});
}

}  // namespace dhgak
