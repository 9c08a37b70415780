// SPDX-License-Identifier: MIT
#include "dhgak/explain/explain.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/core/parallel.h"
#include "kernels/registry.h"

namespace dhgak {
namespace {

constexpr std::size_t kGraphsAtOnce = 2048;  // whose counts by node are in memory at once

// Largest first; equals in the order of levels and columns.
void sort_by_size(std::vector<ColumnScore>& columns) {
    std::ranges::sort(columns, {}, [](const ColumnScore& c) {
        return std::tuple(-std::abs(c.score), c.level, c.column);
    });
}

void cut(std::vector<ColumnScore>& columns, std::size_t top) {
    if (top > 0 && columns.size() > top) columns.resize(top);
}

std::size_t entry(const SparseMatrix& matrix, std::size_t row) {
    return static_cast<std::size_t>(matrix.row_offsets[row]);
}

// The columns of a graph at one level with their counts, and who makes them.
class GraphColumns {
public:
    GraphColumns(const SparseMatrix& node_counts, std::size_t first_node, std::size_t last_node)
        : node_counts_(node_counts), first_(first_node), last_(last_node) {
        for (std::size_t e = entry(node_counts, first_); e < entry(node_counts, last_); ++e)
            totals_[static_cast<std::size_t>(node_counts.columns[e])] += node_counts.values[e];
    }

    // By column, ascending: the sum over nodes.
    const std::map<std::size_t, double>& totals() const { return totals_; }

    // Calls share(node in the graph, column, its part of the column's count).
    template <typename Share>
    void for_shares(const Share& share) const {
        for (std::size_t v = first_; v < last_; ++v)
            for (std::size_t e = entry(node_counts_, v); e < entry(node_counts_, v + 1); ++e) {
                const auto column = static_cast<std::size_t>(node_counts_.columns[e]);
                share(v - first_, column, node_counts_.values[e] / totals_.at(column));
            }
    }

private:
    const SparseMatrix& node_counts_;
    std::size_t first_, last_;
    std::map<std::size_t, double> totals_;
};

// The features of one graph, by feature.
class FeatureRow {
public:
    FeatureRow(const SparseMatrix& features, std::size_t row)
        : columns_(
              std::span(features.columns)
                  .subspan(entry(features, row), entry(features, row + 1) - entry(features, row))),
          values_(std::span(features.values).subspan(entry(features, row), columns_.size())) {}

    // Calls body(feature, value) for those in the range.
    template <typename Body>
    void for_range(FeatureRange range, const Body& body) const {
        auto place = std::ranges::lower_bound(columns_, static_cast<std::int32_t>(range.begin));
        for (; place != columns_.end() && static_cast<std::size_t>(*place) < range.end; ++place)
            body(static_cast<std::size_t>(*place),
                 values_[static_cast<std::size_t>(place - columns_.begin())]);
    }

private:
    std::span<const std::int32_t> columns_;
    std::span<const double> values_;
};

}  // namespace

std::vector<double> FunctionExplanation::node_scores() const {
    const std::size_t levels = level_sums.size();
    std::vector<double> sums(levels == 0 ? 0 : scores.size() / levels);
    for (std::size_t i = 0; i < scores.size(); ++i) sums[i / levels] += scores[i];
    return sums;
}

struct Explainer::State {
    Model model;
    const FeatureGuide* guide = nullptr;
    KernelTraits traits;
    LinearFunctions functions;
    std::vector<std::vector<FeatureRange>> column_features;  // by level and column

    std::size_t num_levels() const { return column_features.size(); }

    double weight(std::size_t feature, std::size_t function) const {
        return functions.weights[feature * functions.num_functions + function];
    }

    // What the column adds to a function.
    double column_score(const FeatureRow& row, std::size_t level, std::size_t column,
                        std::size_t function) const {
        double score = 0;
        row.for_range(column_features[level][column], [&](std::size_t feature, double value) {
            score += value * weight(feature, function);
        });
        return score;
    }

    FunctionExplanation explain(const FeatureRow& row, const std::vector<GraphColumns>& levels,
                                std::size_t num_nodes, std::size_t function) const {
        FunctionExplanation result;
        result.bias = functions.offsets[function];
        result.scores.resize(num_nodes * num_levels());
        result.level_sums.resize(num_levels());
        for (std::size_t l = 0; l < num_levels(); ++l) {
            std::unordered_map<std::size_t, double> score_of;
            for (const auto& [column, total] : levels[l].totals()) {
                const double score = column_score(row, l, column, function);
                score_of[column] = score;
                result.level_sums[l] += score;
                if (score != 0) result.columns.push_back({l, column, score});
            }
            levels[l].for_shares([&](std::size_t node, std::size_t column, double share) {
                result.scores[node * num_levels() + l] += share * score_of[column];
            });
        }
        result.value =
            std::accumulate(result.level_sums.begin(), result.level_sums.end(), result.bias);
        sort_by_size(result.columns);
        return result;
    }

    // The columns of graph g by level.
    static std::vector<GraphColumns> columns_of(const std::vector<SparseMatrix>& node_counts,
                                                const Dataset& graphs, std::size_t g) {
        std::vector<GraphColumns> levels;
        levels.reserve(node_counts.size());
        for (const SparseMatrix& counts : node_counts)
            levels.emplace_back(counts, graphs.node_offsets[g], graphs.node_offsets[g + 1]);
        return levels;
    }
};

Explainer::Explainer(const Model& model) {
    const Spec kernel = Spec::parse(model.info().settings.front().text());
    const FeatureGuide* guide = model.kernel().feature_guide();
    if (guide == nullptr || !model.predictor().takes_features())
        throw ConfigError(
            fmt::format("decisions by the kernel {} cannot be led back to nodes: it has no "
                        "explicit features, or none that are sums over nodes; "
                        "docs/explanations.md names the kernels that have",
                        kernel.name));
    state_ = std::make_unique<const State>(State{.model = model,
                                                 .guide = guide,
                                                 .traits = traits_of(kernel),
                                                 .functions = model.predictor().linear_functions(),
                                                 .column_features = guide->column_features()});
}

Explainer::~Explainer() = default;
Explainer::Explainer(Explainer&&) noexcept = default;
Explainer& Explainer::operator=(Explainer&&) noexcept = default;

const Model& Explainer::model() const { return state_->model; }
std::size_t Explainer::num_levels() const { return state_->num_levels(); }
std::size_t Explainer::num_functions() const { return state_->functions.num_functions; }

std::string Explainer::level_name() const {
    if (state_->traits.uses_slices) return "hop";
    return state_->traits.level == "rounds" ? "round" : "level";
}

std::string Explainer::column_name() const {
    if (state_->traits.uses_clusters) return "cluster";
    return state_->traits.level == "rounds" ? "colour" : "column";
}

std::uint32_t Explainer::class_of(std::size_t function) const {
    const auto classes = state_->model.predictor().classes();
    return num_functions() == 1 ? classes[1] : classes[function];
}

std::vector<GraphExplanation> Explainer::explain(const Dataset& graphs, std::size_t top,
                                                 NewGraphNotes& notes, ColumnTally* tally) const {
    std::vector<GraphExplanation> result(graphs.num_graphs());
    for (std::size_t begin = 0; begin < graphs.num_graphs(); begin += kGraphsAtOnce) {
        std::vector<std::size_t> ids(std::min(kGraphsAtOnce, graphs.num_graphs() - begin));
        std::iota(ids.begin(), ids.end(), begin);
        const Dataset block = subset(graphs, ids);
        const SparseMatrix features = state_->model.transform(block, notes);
        const Predictions predictions = state_->model.predictor().predict(features);
        const std::vector<SparseMatrix> node_counts = state_->guide->node_counts(block);
        const std::size_t num_decisions = predictions.decisions.size() / ids.size();
        parallel_for(ids.size(), [&](std::size_t g) {
            GraphExplanation& explanation = result[ids[g]];
            explanation.graph = ids[g];
            explanation.predicted = predictions.classes[g];
            const auto decisions =
                std::span(predictions.decisions).subspan(g * num_decisions, num_decisions);
            explanation.decisions.assign(decisions.begin(), decisions.end());
            const FeatureRow row(features, g);
            const auto levels = State::columns_of(node_counts, block, g);
            for (std::size_t f = 0; f < num_functions(); ++f)
                explanation.functions.push_back(
                    state_->explain(row, levels, block.graph(g).num_nodes(), f));
        });
        for (const std::size_t g : ids) {
            if (tally != nullptr) tally->add(result[g]);
            for (FunctionExplanation& function : result[g].functions) cut(function.columns, top);
        }
    }
    return result;
}

PairExplanation Explainer::explain_pair(const Dataset& graphs, std::size_t a, std::size_t b) const {
    const std::vector<std::size_t> ids = {a, b};
    const Dataset both = subset(graphs, ids);
    NewGraphNotes notes;
    const SparseMatrix features = state_->model.transform(both, notes);
    const std::vector<SparseMatrix> node_counts = state_->guide->node_counts(both);
    const FeatureRow row_a(features, 0), row_b(features, 1);
    const auto levels_a = State::columns_of(node_counts, both, 0);
    const auto levels_b = State::columns_of(node_counts, both, 1);

    PairExplanation result;
    result.level_sums.resize(num_levels());
    std::map<std::pair<std::size_t, std::size_t>, double> pairs;
    for (std::size_t l = 0; l < num_levels(); ++l) {
        std::map<std::size_t, std::vector<std::pair<std::size_t, double>>> nodes_b;
        levels_b[l].for_shares([&](std::size_t node, std::size_t column, double share) {
            nodes_b[column].emplace_back(node, share);
        });
        std::unordered_map<std::size_t, double> score_of;
        for (const auto& [column, total] : levels_a[l].totals()) {
            if (!levels_b[l].totals().contains(column)) continue;
            const FeatureRange range = state_->column_features[l][column];
            std::unordered_map<std::size_t, double> values_b;
            row_b.for_range(range,
                            [&](std::size_t feature, double value) { values_b[feature] = value; });
            double score = 0;
            row_a.for_range(range, [&](std::size_t feature, double value) {
                if (const auto other = values_b.find(feature); other != values_b.end())
                    score += value * other->second;
            });
            score_of[column] = score;
            result.level_sums[l] += score;
            result.columns.push_back({l, column, score});
        }
        levels_a[l].for_shares([&](std::size_t node, std::size_t column, double share) {
            if (!score_of.contains(column)) return;
            for (const auto& [other, other_share] : nodes_b.at(column))
                pairs[{node, other}] += share * other_share * score_of[column];
        });
    }
    result.value = std::accumulate(result.level_sums.begin(), result.level_sums.end(), 0.0);
    for (const auto& [nodes, score] : pairs)
        result.nodes.push_back({.first = nodes.first, .second = nodes.second, .score = score});
    std::ranges::sort(result.nodes, {}, [](const AlignedNodes& nodes) {
        return std::tuple(-nodes.score, nodes.first, nodes.second);
    });
    sort_by_size(result.columns);
    return result;
}

double Explainer::weight(std::size_t function, const ColumnScore& column) const {
    const auto [begin, end] = state_->column_features[column.level][column.column];
    double sum = 0;
    for (std::size_t feature = begin; feature < end; ++feature)
        sum += state_->weight(feature, function);
    return begin == end ? 0 : sum / static_cast<double>(end - begin);
}

}  // namespace dhgak
