// SPDX-License-Identifier: MIT
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "graph/known_names.h"
#include "kernel/counts/gather.h"
#include "kernel/new_labels.h"
#include "kernels/paths/path_columns.h"
#include "kernels/paths/path_kernels.h"

namespace dhgak {
namespace {

// Counts edges by label, both ways, which may differ. Columns are the names of labels.
class EdgeCounter final : public Counter {
public:
    explicit EdgeCounter(KnownNames labels) : labels_(std::move(labels)) {}

    std::size_t num_columns() const { return labels_.size(); }
    std::vector<std::size_t> columns_by_level() const override { return {num_columns()}; }

    std::vector<GraphCounts> count(const Dataset& graphs, NewGraphNotes& notes) const override {
        if (graphs.edge_labels.size() != graphs.neighbors.size())
            throw InputError(
                fmt::format("{}: has no edge labels, but the graphs that were fitted have; give it "
                            "edge labels",
                            graphs.name));
        note_new_graphs(graphs, notes);
        return {count_edges(graphs)};
    }

    GraphCounts count_edges(const Dataset& graphs) const {
        const std::vector<std::uint32_t> columns = columns_of(graphs);
        return gather_counts(
            graphs.num_graphs(), num_columns(), [&](std::size_t g, std::vector<KindCount>& kinds) {
                std::vector<double> counts(columns.size());
                const Graph graph = graphs.graph(g);
                for (std::size_t arc = graph.arc_offsets.front(); arc < graph.arc_offsets.back();
                     ++arc)
                    ++counts[graph.arc_labels[arc]];
                for (std::size_t label = 0; label < counts.size(); ++label)
                    if (counts[label] > 0)
                        kinds.push_back({.column = columns[label], .count = counts[label]});
            });
    }

    // Each way of an edge is that of the node where it begins.
    std::vector<SparseMatrix> count_by_node(const Dataset& graphs) const override {
        const std::vector<std::uint32_t> columns = columns_of(graphs);
        return {gather_counts(graphs.num_nodes(), num_columns(),
                              [&](std::size_t v, std::vector<KindCount>& kinds) {
                                  std::map<std::uint32_t, double> counts;
                                  for (std::size_t arc = graphs.arc_offsets[v];
                                       arc < graphs.arc_offsets[v + 1]; ++arc)
                                      ++counts[columns[graphs.edge_labels[arc]]];
                                  for (const auto& [column, count] : counts)
                                      kinds.push_back({.column = column, .count = count});
                              })
                    .counts};
    }

    ColumnFacts describe(std::size_t, std::size_t column) const override {
        return {.text = fmt::format("edge labelled {}", labels_.names()[column]), .reach = 1};
    }

    void save(const ModelWriter& writer) const override {
        writer.set("edge_labels", labels_.names());
    }

private:
    // By label of the dataset; one that is not known has none.
    std::vector<std::uint32_t> columns_of(const Dataset& graphs) const {
        static_assert(kUnseenColor == kNoColumn);
        return labels_.translate(graphs.edge_label_names);
    }

    KnownNames labels_;
};

TrainingCounts fit_edge_labels(const Dataset& graphs) {
    const auto counter = std::make_shared<EdgeCounter>(KnownNames(graphs.edge_label_names));
    TrainingCounts training;
    training.levels.push_back(counter->count_edges(graphs));
    training.weights.emplace_back(counter->num_columns(), 1.0);
    training.counter = counter;
    return training;
}

class EdgeHistogramKernel final : public Kernel {
public:
    std::unique_ptr<FittedKernel> fit(const Dataset& graphs,
                                      const FitContext& context) const override {
        return context.times.measure("kernel", [&] {
            const Dataset seen = drop_unused_labels(graphs);
            return make_fitted_counts(CountRule::product, std::make_shared<const TrainingCounts>(
                                                              seen.edge_label_names.empty()
                                                                  ? fit_paths(seen, {.longest = 1})
                                                                  : fit_edge_labels(seen)));
        });
    }

    std::string family() const override { return "edge-histogram"; }
};

}  // namespace

std::unique_ptr<Kernel> make_edge_histogram(const Spec&) {
    return std::make_unique<EdgeHistogramKernel>();
}

std::unique_ptr<FittedKernel> load_edge_histogram(const ModelReader& reader) {
    if (!reader.has("edge_labels")) return load_fitted_paths(reader);
    KnownNames labels(reader.texts("edge_labels"));
    reader.require(labels.differ(), "edge_labels", "names a label twice");
    return load_fitted_counts(CountRule::product, std::make_shared<EdgeCounter>(std::move(labels)),
                              reader);
}

}  // namespace dhgak
