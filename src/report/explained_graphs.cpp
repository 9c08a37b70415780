// SPDX-License-Identifier: MIT
#include "report/explained_graphs.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "explain/explanation_report.h"
#include "explain/seen_scores.h"
#include "report/graph_drawing.h"
#include "report/packed.h"
#include "report/short_number.h"

namespace dhgak {
namespace {

constexpr std::size_t kClustersOfGraph = 6;
constexpr std::size_t kColumnsOfGraph = 30;  // of which further experiments find most again
constexpr std::size_t kClustersOfClass = 12;

bool has_any(const SparseMatrix& features, std::size_t g, FeatureRange range) {
    const auto begin = features.columns.begin() + features.row_offsets[g];
    const auto end = features.columns.begin() + features.row_offsets[g + 1];
    const auto found = std::lower_bound(begin, end, static_cast<std::int32_t>(range.begin));
    return found != end && static_cast<std::size_t>(*found) < range.end;
}

}  // namespace

ExplainedGraphs::ExplainedGraphs(const Explainer& explainer, const Dataset& data,
                                 const Dataset& graphs, const PageLimits& limits)
    : explainer_(explainer),
      graphs_(graphs),
      limits_(limits),
      reaches_(reaches_of(*explainer.model().kernel().feature_guide())) {
    if (looks_like_training(explainer.model().info(), data))
        training_ = std::make_unique<TrainingIndex>(explainer.model(), data);
    columns_ = std::make_unique<NamedColumns>(explainer, training_.get());
    NewGraphNotes notes;
    ColumnTally tally;
    explanations_ = explainer.explain(graphs, kColumnsOfGraph, notes, &tally);
    important_ = most_important(explainer, tally, training_.get(), kClustersOfClass);
}

Json ExplainedGraphs::important(const SparseMatrix& features) {
    const auto ranges = explainer_.model().kernel().feature_guide()->column_features();
    Json list = Json::array();
    for (const ClassColumns& of_class : important_) {
        Json clusters = Json::array();
        for (const ImportantColumn& column : of_class.columns) {
            std::vector<std::uint32_t> holders;
            for (std::size_t g = 0; g < features.num_rows(); ++g)
                if (has_any(features, g, ranges[column.level][column.column]))
                    holders.push_back(static_cast<std::uint32_t>(g));
            clusters.push_back({number_of(column), rounded(column.mean_inside, 1e-6),
                                rounded(column.mean_outside, 1e-6), column.experiments,
                                pack(holders)});
        }
        list.push_back({{"class", explainer_.model().info().class_names[of_class.for_class]},
                        {"clusters", std::move(clusters)}});
    }
    return list;
}

Json ExplainedGraphs::json_of(std::size_t g) {
    const GraphExplanation& graph = explanations_[g];
    std::size_t f = 0;
    for (std::size_t i = 0; i < graph.functions.size() && graph.functions.size() > 1; ++i)
        if (explainer_.class_of(i) == graph.predicted) f = i;
    const FunctionExplanation& function = graph.functions[f];
    std::vector<double> scores = seen_scores(graphs_.graph(g), function, reaches_);
    if (scores.empty()) scores = function.node_scores();
    double largest = 1e-12;
    for (const double score : scores) largest = std::max(largest, std::abs(score));
    std::vector<std::uint32_t> shades;
    shades.reserve(scores.size());
    Json clusters = Json::array(), hops = Json::array();
    for (const double score : scores)
        shades.push_back(static_cast<std::uint32_t>(std::lround(999 * (1 + score / largest))));
    for (const UnitedColumn& column : unite(function.columns))
        clusters.push_back(
            {column.level, number_of(column), rounded(column.score, 1e-4), column.columns});
    for (const double sum : function.level_sums) hops.push_back(rounded(sum, 1e-4));
    return {{"v", rounded(function.value, 1e-4)},
            {"b", rounded(function.bias, 1e-4)},
            {"f", explainer_.class_of(f)},
            {"max", rounded(largest, 1e-6)},
            {"s", pack(shades)},
            {"h", std::move(hops)},
            {"c", std::move(clusters)}};
}

Json ExplainedGraphs::clusters() const {
    Json list = columns_->json();
    for (Json& cluster : list)
        if (cluster.contains("typical"))
            cluster["typical"]["xy"] = slice_places(cluster.at("typical"));
    return list;
}

// The first column that the same training nodes are in, as each experiment of a clustering finds
// clusters of the others again.
ExplainedGraphs::Place ExplainedGraphs::first_like(const ColumnScore& column) {
    const Place place = {column.level, column.column};
    if (training_ == nullptr) return place;
    const auto [found, is_new] = first_like_.try_emplace(place, place);
    if (is_new) {
        const auto nodes = training_->nodes_of(column.level, column.column);
        found->second =
            column_of_nodes_.try_emplace({column.level, {nodes.begin(), nodes.end()}}, place)
                .first->second;
    }
    return found->second;
}

// Scores of columns that are alike add up; the largest sums first.
std::vector<ExplainedGraphs::UnitedColumn> ExplainedGraphs::unite(
    const std::vector<ColumnScore>& columns) {
    std::map<Place, UnitedColumn> united;
    for (const ColumnScore& column : columns) {
        const Place place = first_like(column);
        const auto [found, is_new] = united.try_emplace(place);
        UnitedColumn& sum = found->second;
        if (!is_new) ++sum.columns;
        sum.level = place.first;
        sum.column = place.second;
        sum.score += column.score;
    }
    std::vector<UnitedColumn> list;
    list.reserve(united.size());
    for (const auto& [place, column] : united) list.push_back(column);
    std::ranges::stable_sort(list, std::greater(),
                             [](const UnitedColumn& column) { return std::abs(column.score); });
    if (list.size() > kClustersOfGraph) list.resize(kClustersOfGraph);
    return list;
}

// -1 where there are too many already.
int ExplainedGraphs::number_of(const ColumnScore& column) {
    if (columns_->size() >= limits_.clusters && !columns_->has(column)) return -1;
    return static_cast<int>(columns_->number_of(column));
}

}  // namespace dhgak
