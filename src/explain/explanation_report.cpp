// SPDX-License-Identifier: MIT
#include "explain/explanation_report.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dhgak/core/error.h"

namespace dhgak {
namespace {

constexpr std::size_t kShownNodes = 12;
constexpr std::size_t kColumnsPerTop = 50;

void require_graph(const Dataset& graphs, std::size_t graph) {
    if (graph >= graphs.num_graphs())
        throw InputError(fmt::format("{}: there is no graph {}; they are numbered 0 to {}",
                                     graphs.name, graph, graphs.num_graphs() - 1));
}

std::string label_of(const Dataset& graphs, std::size_t graph, std::size_t node) {
    return graphs.label_names[graphs.graph(graph).labels[node]];
}

// How a column looks: the labels of a typical slice by distance, "C | C C O".
std::string look_of(const TrainingIndex& training, const ColumnSummary& summary) {
    if (summary.num_nodes == 0) return "";
    const Graph graph = training.graphs().graph(summary.typical.graph);
    const RootedGraph slice = cut_around(graph, summary.typical.node, summary.facts.reach, 16);
    std::string text;
    for (std::size_t i = 0; i < slice.nodes.size(); ++i) {
        if (i > 0) text += slice.depths[i] == slice.depths[i - 1] ? " " : " | ";
        text += training.graphs().label_names[graph.labels[slice.nodes[i]]];
    }
    return slice.is_cut ? text + " ..." : text;
}

std::vector<std::string> column_header(const Explainer& explainer, bool has_training) {
    std::vector<std::string> header = {explainer.level_name(), explainer.column_name()};
    if (has_training) {
        header.emplace_back("slices");
        for (const std::string& name : explainer.model().info().class_names)
            header.push_back(fmt::format("in {}", name));
        header.emplace_back("typical (by distance)");
    }
    header.emplace_back("score");
    return header;
}

std::vector<std::string> column_row(const Explainer& explainer, const TrainingIndex* training,
                                    const ColumnScore& column) {
    std::vector<std::string> row = {fmt::format("{}", column.level),
                                    fmt::format("{}", column.column)};
    if (training != nullptr) {
        const ColumnSummary summary = training->summarize(column.level, column.column);
        row[1] = summary.facts.text;
        row.push_back(fmt::format("{:g}", summary.count));
        const ModelInfo& info = explainer.model().info();
        for (std::size_t c = 0; c < info.class_sizes.size(); ++c)
            row.push_back(
                percent(static_cast<double>(summary.graphs_by_class[c]) /
                        static_cast<double>(std::max<std::size_t>(info.class_sizes[c], 1))));
        row.push_back(look_of(*training, summary));
    }
    row.push_back(fmt::format("{:+.4f}", column.score));
    return row;
}

void add_columns(Document& document, const Explainer& explainer, const TrainingIndex* training,
                 const std::vector<ColumnScore>& columns) {
    TextTable table = {.header = column_header(explainer, training != nullptr), .rows = {}};
    for (const ColumnScore& column : columns)
        table.rows.push_back(column_row(explainer, training, column));
    document.table(std::move(table));
}

void add_graph(Document& document, const ExplanationReport& report,
               const GraphExplanation& explanation) {
    const Explainer& explainer = *report.explainer;
    const std::vector<std::string>& names = explainer.model().info().class_names;
    document.line(fmt::format("graph {}: predicted {}", report.graph_ids[explanation.graph],
                              names[explanation.predicted]));
    for (std::size_t f = 0; f < explanation.functions.size(); ++f) {
        const FunctionExplanation& function = explanation.functions[f];
        document.line(fmt::format(
            "{} {}: {:+.6f} = bias {:+.6f} + scores of nodes {:+.6f}",
            explanation.functions.size() == 1 ? "decision for" : "for, against all others,",
            names[explainer.class_of(f)], function.value, function.bias,
            function.value - function.bias));
        const std::vector<double> scores = function.node_scores();
        std::vector<std::size_t> order(scores.size());
        std::iota(order.begin(), order.end(), 0U);
        std::ranges::stable_sort(order, std::greater(),
                                 [&](std::size_t v) { return std::abs(scores[v]); });
        TextTable table = {.header = {"node", "label", "score"}, .rows = {}};
        for (const std::size_t v : std::span(order).first(std::min(order.size(), kShownNodes)))
            table.rows.push_back({fmt::format("{}", v),
                                  label_of(report.graphs, explanation.graph, v),
                                  fmt::format("{:+.4f}", scores[v])});
        document.table(std::move(table));
        if (order.size() > kShownNodes)
            document.line(
                fmt::format("  {} of {} nodes; -o FILE writes all", kShownNodes, order.size()));
        add_columns(document, explainer, report.training.get(), function.columns);
    }
}

}  // namespace

std::vector<ClassColumns> most_important(const Explainer& explainer, const ColumnTally& tally,
                                         const TrainingIndex* training, std::size_t top) {
    std::vector<ClassColumns> classes = tally.most_important(explainer);
    for (ClassColumns& of_class : classes) {
        // Uniting looks at the members of columns: not at those that cannot come out on top.
        if (of_class.columns.size() > kColumnsPerTop * top)
            of_class.columns.resize(kColumnsPerTop * top);
        if (training != nullptr)
            of_class.columns = training->unite(of_class.columns, top);
        else if (of_class.columns.size() > top)
            of_class.columns.resize(top);
    }
    return classes;
}

ExplanationReport explain_dataset(std::shared_ptr<const Explainer> explainer,
                                  std::shared_ptr<const TrainingIndex> training, Dataset graphs,
                                  const ExplainOptions& options, NewGraphNotes& notes) {
    ExplanationReport report;
    report.explainer = std::move(explainer);
    report.training = std::move(training);
    if (options.graph) {
        require_graph(graphs, *options.graph);
        report.graph_ids = {*options.graph};
        report.graphs = subset(graphs, report.graph_ids);
    } else {
        report.graph_ids.resize(graphs.num_graphs());
        std::iota(report.graph_ids.begin(), report.graph_ids.end(), 0U);
        report.graphs = std::move(graphs);
    }
    ColumnTally tally;
    report.explanations = report.explainer->explain(report.graphs, options.top, notes, &tally);
    if (!options.graph)
        report.most_important =
            most_important(*report.explainer, tally, report.training.get(), options.top);
    return report;
}

Document to_document(const ExplanationReport& report) {
    Document document;
    if (report.most_important.empty())
        for (const GraphExplanation& explanation : report.explanations)
            add_graph(document, report, explanation);
    for (const ClassColumns& important : report.most_important) {
        document.line(fmt::format(
            "what sets graphs predicted {} apart: mean score there less the mean elsewhere, of {} "
            "graphs",
            report.explainer->model().info().class_names[important.for_class],
            report.explanations.size()));
        add_columns(document, *report.explainer, report.training.get(),
                    {important.columns.begin(), important.columns.end()});
    }
    return document;
}

PairReport explain_two(std::shared_ptr<const Explainer> explainer,
                       std::shared_ptr<const TrainingIndex> training, const Dataset& graphs,
                       std::size_t a, std::size_t b, std::size_t top) {
    require_graph(graphs, a);
    require_graph(graphs, b);
    const std::vector<std::size_t> ids = {a, b};
    PairReport report = {.explainer = std::move(explainer),
                         .training = std::move(training),
                         .graphs = subset(graphs, ids),
                         .a = a,
                         .b = b,
                         .explanation = {},
                         .top = top};
    report.explanation = report.explainer->explain_pair(report.graphs, 0, 1);
    return report;
}

Document to_document(const PairReport& report) {
    Document document;
    const PairExplanation& explanation = report.explanation;
    document.line(fmt::format("K({}, {}) = {:.6f}", report.a, report.b, explanation.value));
    for (std::size_t l = 0; l < explanation.level_sums.size(); ++l)
        document.line(fmt::format("{} {}: {:.6f}", report.explainer->level_name(), l,
                                  explanation.level_sums[l]));
    TextTable table = {.header = {fmt::format("node of {}", report.a), "label",
                                  fmt::format("node of {}", report.b), "label", "score"},
                       .rows = {}};
    const std::size_t shown = std::min(explanation.nodes.size(), kShownNodes);
    for (const AlignedNodes& nodes : std::span(explanation.nodes).first(shown))
        table.rows.push_back(
            {fmt::format("{}", nodes.first), label_of(report.graphs, 0, nodes.first),
             fmt::format("{}", nodes.second), label_of(report.graphs, 1, nodes.second),
             fmt::format("{:.6f}", nodes.score)});
    document.table(std::move(table));
    std::vector<ColumnScore> columns = explanation.columns;
    if (columns.size() > report.top) columns.resize(report.top);
    add_columns(document, *report.explainer, report.training.get(), columns);
    return document;
}

}  // namespace dhgak
