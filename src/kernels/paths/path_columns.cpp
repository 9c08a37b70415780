// SPDX-License-Identifier: MIT
#include "kernels/paths/path_columns.h"

#include <algorithm>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "dhgak/core/parallel.h"
#include "dhgak/core/progress.h"
#include "graph/wl_colors.h"
#include "kernel/new_labels.h"
#include "kernels/paths/path_counts.h"

namespace dhgak {
namespace {

// By graph: its pairs of nodes. `labels` are colours of round 0.
std::vector<std::vector<TripleCount>> count_all(const Dataset& graphs,
                                                const std::vector<std::uint32_t>& labels,
                                                std::uint32_t longest) {
    std::vector<std::vector<TripleCount>> counts(graphs.num_graphs());
    Progress progress("kernel", graphs.num_graphs());
    parallel_for(graphs.num_graphs(), [&](std::size_t g) {
        const Graph graph = graphs.graph(g);
        counts[g] = count_paths(
            graph, std::span(labels).subspan(graph.first_node, graph.num_nodes()), longest);
        progress.advance();
    });
    return counts;
}

class PathCounter final : public Counter {
public:
    PathCounter(WlColoring labels, TripleColumns columns, std::uint32_t longest)
        : labels_(std::move(labels)), columns_(std::move(columns)), longest_(longest) {}

    std::vector<std::size_t> columns_by_level() const override { return {columns_.num_columns()}; }

    std::vector<GraphCounts> count(const Dataset& graphs, NewGraphNotes& notes) const override {
        const WlColors labels = labels_.color(graphs);
        note_new_graphs(graphs, labels.front(), notes);
        return {columns_.gather(count_all(graphs, labels.front(), longest_))};
    }

    // Half of a pair is the one node's, half the other's.
    std::vector<SparseMatrix> count_by_node(const Dataset& graphs) const override {
        const WlColors labels = labels_.color(graphs);
        const std::vector<std::uint32_t> graph_of = graphs_of_nodes(graphs);
        return {gather_counts(
                    graphs.num_nodes(), columns_.num_columns(),
                    [&](std::size_t node, std::vector<KindCount>& kinds) {
                        const Graph graph = graphs.graph(graph_of[node]);
                        count_from(
                            graph, node - graph.first_node,
                            std::span(labels.front()).subspan(graph.first_node, graph.num_nodes()),
                            kinds);
                    })
                    .counts};
    }

    ColumnFacts describe(std::size_t, std::size_t column) const override {
        const Triple& kind = columns_.kind(column);
        return {
            .text = fmt::format("{} and {}, {} edge{} apart", labels_.label_names()[kind[0]],
                                labels_.label_names()[kind[1]], kind[2], kind[2] == 1 ? "" : "s"),
            .reach = kind[2]};
    }

    void save(const ModelWriter& writer) const override {
        labels_.save(writer.at("labels"));
        columns_.save(writer.at("paths"));
        writer.set("longest", std::int64_t{longest_});
    }

private:
    static std::vector<std::uint32_t> graphs_of_nodes(const Dataset& graphs) {
        std::vector<std::uint32_t> graph_of(graphs.num_nodes());
        for (std::size_t g = 0; g < graphs.num_graphs(); ++g)
            std::fill(graph_of.begin() + static_cast<std::ptrdiff_t>(graphs.node_offsets[g]),
                      graph_of.begin() + static_cast<std::ptrdiff_t>(graphs.node_offsets[g + 1]),
                      static_cast<std::uint32_t>(g));
        return graph_of;
    }

    // Half of each pair that the node is in.
    void count_from(const Graph& graph, std::size_t node, std::span<const std::uint32_t> labels,
                    std::vector<KindCount>& kinds) const {
        std::map<std::uint32_t, double> halves;
        std::vector<std::uint32_t> ring = {static_cast<std::uint32_t>(node)}, next;
        std::vector<bool> seen(graph.num_nodes(), false);
        seen[node] = true;
        for (std::uint32_t distance = 1; distance <= longest_ && !ring.empty(); ++distance) {
            next.clear();
            for (const std::uint32_t v : ring)
                for (const std::uint32_t u : graph.neighbors(v)) {
                    if (seen[u]) continue;
                    seen[u] = true;
                    next.push_back(u);
                    const auto [low, high] = std::minmax(labels[node], labels[u]);
                    if (high == kUnseenColor) continue;
                    const std::uint32_t column =
                        columns_.column_of({.kind = {low, high, distance}, .count = 1});
                    halves[column] += 0.5;
                }
            ring.swap(next);
        }
        for (const auto& [column, count] : halves)
            kinds.push_back({.column = column, .count = count});
    }

    WlColoring labels_;  // round 0 alone
    TripleColumns columns_;
    std::uint32_t longest_;
};

}  // namespace

TrainingCounts fit_paths(const Dataset& graphs, const PathOptions& options) {
    WlColors labels;
    WlColoring coloring(graphs, {.rounds = 0, .edge_labels = false}, &labels);
    const auto counts = count_all(graphs, labels.front(), options.longest);
    const TripleColumns columns(counts, options.weights);
    TrainingCounts training;
    training.levels.push_back(columns.gather(counts));
    training.weights.push_back(columns.weights());
    training.counter = std::make_shared<PathCounter>(std::move(coloring), columns, options.longest);
    return training;
}

std::unique_ptr<FittedKernel> load_fitted_paths(const ModelReader& reader) {
    const WlColoring labels(reader.at("labels"));
    const TripleColumns columns(reader.at("paths"), labels.num_colors(0));
    const auto longest =
        static_cast<std::uint32_t>(reader.integer("longest", 1, ~std::uint32_t{0}));
    return load_fitted_counts(CountRule::product,
                              std::make_shared<PathCounter>(labels, columns, longest), reader);
}

}  // namespace dhgak
