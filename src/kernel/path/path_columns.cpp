// SPDX-License-Identifier: MIT
#include "kernel/path/path_columns.h"

#include <utility>
#include <vector>

#include "dhgak/core/parallel.h"
#include "dhgak/core/progress.h"
#include "dhgak/graph/wl_colors.h"
#include "kernel/new_labels.h"
#include "kernel/path/path_counts.h"

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

    std::vector<GraphCounts> count(const Dataset& graphs, NewGraphNotes& notes) const override {
        const WlColors labels = labels_.color(graphs);
        note_new_graphs(graphs, labels.front(), notes);
        return {columns_.gather(count_all(graphs, labels.front(), longest_))};
    }

    void save(const ModelWriter& writer) const override {
        labels_.save(writer.at("labels"));
        columns_.save(writer.at("paths"));
        writer.set("longest", std::int64_t{longest_});
    }

private:
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
    auto fitted = load_fitted_counts(
        CountRule::product, std::make_shared<PathCounter>(labels, columns, longest), reader);
    reader.require(fitted->num_columns() == std::vector{columns.num_columns()}, "levels",
                   "there must be one, with a column for each kind of path");
    return fitted;
}

}  // namespace dhgak
