// SPDX-License-Identifier: MIT
#include "kernels/spectral/pyramid_counts.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "dhgak/core/parallel.h"
#include "dhgak/core/progress.h"
#include "graph/known_names.h"
#include "graph/wl_colors.h"
#include "kernel/counts/gather.h"
#include "kernel/counts/runs.h"
#include "kernel/new_labels.h"
#include "kernels/spectral/spectral_coordinates.h"

namespace dhgak {
namespace {

// A coordinate that close below a cell is in it: eigenvectors have many numbers like 1/2, which
// rounding puts to either side.
constexpr double kCellRounding = 1e-6;

// By graph, node and axis.
using Coordinates = std::vector<std::vector<double>>;

Coordinates coordinates_of(const Dataset& graphs, const PyramidOptions& options) {
    SpectralOptions spectral = {.dimensions = options.dimensions};
    if (options.like_grakel) spectral.largest_up_to = options.dimensions + 1;
    Coordinates coordinates(graphs.num_graphs());
    const TimeLimit limit("pm", options.time_limit);
    Progress progress("kernel", graphs.num_graphs());
    parallel_for(graphs.num_graphs(), [&](std::size_t g) {
        coordinates[g] = spectral_coordinates(graphs.graph(g), spectral, limit);
        progress.advance();
    });
    return coordinates;
}

class PyramidCounter final : public Counter {
public:
    PyramidCounter(const PyramidOptions& options, KnownNames labels)
        : options_(options), labels_(std::move(labels)) {}

    std::size_t num_columns() const { return num_labels() * cells_of_label(); }
    std::vector<std::size_t> columns_by_level() const override { return {num_columns()}; }

    std::vector<GraphCounts> count(const Dataset& graphs, NewGraphNotes& notes) const override {
        note(graphs, notes);
        return {count(graphs, coordinates_of(graphs, options_))};
    }

    GraphCounts count(const Dataset& graphs, const Coordinates& coordinates) const {
        const std::vector<std::uint32_t> labels = numbers_of_labels(graphs);
        return gather_counts(
            graphs.num_graphs(), num_columns(), [&](std::size_t g, std::vector<KindCount>& kinds) {
                const std::size_t first = graphs.node_offsets[g];
                const std::size_t size = graphs.node_offsets[g + 1] - first;
                count_graph(std::span(labels).subspan(first, size), coordinates[g], kinds);
            });
    }

    std::vector<SparseMatrix> count_by_node(const Dataset& graphs) const override {
        const std::vector<std::uint32_t> labels = numbers_of_labels(graphs);
        const Coordinates coordinates = coordinates_of(graphs, options_);
        std::vector<std::vector<double>> of_node(graphs.num_nodes());
        for (std::size_t g = 0; g < graphs.num_graphs(); ++g) {
            const Graph graph = graphs.graph(g);
            const std::size_t axes =
                graph.num_nodes() == 0 ? 0 : coordinates[g].size() / graph.num_nodes();
            for (std::size_t v = 0; v < graph.num_nodes(); ++v) {
                const auto first = coordinates[g].begin() + static_cast<std::ptrdiff_t>(v * axes);
                of_node[graph.first_node + v].assign(first,
                                                     first + static_cast<std::ptrdiff_t>(axes));
            }
        }
        return {gather_counts(graphs.num_nodes(), num_columns(),
                              [&](std::size_t v, std::vector<KindCount>& kinds) {
                                  count_graph(std::span(labels).subspan(v, 1), of_node[v], kinds);
                              })
                    .counts};
    }

    ColumnFacts describe(std::size_t, std::size_t column) const override {
        const std::size_t label = column / cells_of_label();
        const std::size_t axis = column % cells_of_label() / cells_of_axis();
        return {.text = fmt::format("{}axis {}, cell {}",
                                    options_.labels ? labels_.names()[label] + ", " : std::string(),
                                    axis, column % cells_of_axis()),
                .reach = 0};
    }

    // By column.
    std::vector<double> weights() const {
        std::vector<double> weights;
        for (std::size_t axis = 0; axis < num_labels() * options_.dimensions; ++axis)
            for (std::size_t level = 0; level < options_.levels; ++level)
                weights.insert(weights.end(), std::size_t{1} << level, weight(level));
        return weights;
    }

    void save(const ModelWriter& writer) const override {
        writer.set("L", options_.levels);
        writer.set("d", options_.dimensions);
        writer.set("by_label", options_.labels);
        writer.set("like_grakel", options_.like_grakel);
        writer.set("labels", labels_.names());
    }

private:
    void note(const Dataset& graphs, NewGraphNotes& notes) const {
        if (options_.labels)
            note_new_graphs(graphs, numbers_of_labels(graphs), notes);
        else
            note_new_graphs(graphs, notes);
    }

    std::size_t num_labels() const { return options_.labels ? labels_.size() : 1; }
    std::size_t cells_of_axis() const { return (std::size_t{1} << options_.levels) - 1; }
    std::size_t cells_of_label() const { return options_.dimensions * cells_of_axis(); }

    // I_p comes with the matches of level p and, since those of p + 1 are among them, is subtracted
    // from those of p - 1. GraKeL adds up all terms again at each level, with what it knows by
    // then.
    double weight(std::size_t level) const {
        const auto coarser = static_cast<int>(options_.levels - 1 - level);
        const double match = std::ldexp(1, -coarser);
        const double published = level == 0 ? match : match / 2;
        return options_.like_grakel ? published * (coarser + 1) : published;
    }

    std::vector<std::uint32_t> numbers_of_labels(const Dataset& graphs) const {
        if (!options_.labels) return std::vector<std::uint32_t>(graphs.num_nodes(), 0);
        const std::vector<std::uint32_t> number_of = labels_.translate(graphs.label_names);
        std::vector<std::uint32_t> numbers;
        for (const std::uint32_t label : graphs.node_labels) numbers.push_back(number_of[label]);
        return numbers;
    }

    void count_graph(std::span<const std::uint32_t> labels, const std::vector<double>& coordinates,
                     std::vector<KindCount>& kinds) const {
        if (labels.empty()) return;
        const std::size_t num_axes = coordinates.size() / labels.size();
        // Axes that a graph has too few nodes for are 0 everywhere; GraKeL has none there.
        const std::size_t num_counted = options_.like_grakel ? num_axes : options_.dimensions;
        std::vector<std::size_t> columns;
        for (std::size_t v = 0; v < labels.size(); ++v) {
            for (std::size_t axis = 0; axis < num_counted; ++axis) {
                if (labels[v] == kUnseenColor) {
                    for (std::size_t level = 0; level < options_.levels; ++level)
                        kinds.push_back({.column = kNoColumn, .count = 1, .weight = weight(level)});
                    continue;
                }
                const double x = axis < num_axes ? coordinates[v * num_axes + axis] : 0;
                const std::size_t first = labels[v] * cells_of_label() + axis * cells_of_axis();
                for (std::size_t level = 0; level < options_.levels; ++level)
                    columns.push_back(first + cell(x, level));
            }
        }
        std::ranges::sort(columns);
        for_each_run(columns, [&](std::size_t column, std::size_t count) {
            kinds.push_back({.column = static_cast<std::uint32_t>(column),
                             .count = static_cast<double>(count)});
        });
    }

    // Cells of a coarser level come first.
    static std::size_t cell(double x, std::size_t level) {
        const std::size_t num_cells = std::size_t{1} << level;
        const auto cell =
            static_cast<std::size_t>((x + kCellRounding) * static_cast<double>(num_cells));
        return num_cells - 1 + std::min(cell, num_cells - 1);
    }

    PyramidOptions options_;
    KnownNames labels_;  // of the training graphs
};

}  // namespace

std::string coordinates_key(const PyramidOptions& options) {
    return fmt::format("spectral d={}{}", options.dimensions,
                       options.like_grakel ? " like_grakel" : "");
}

std::shared_ptr<const TrainingCounts> count_pyramids(const Dataset& graphs,
                                                     const PyramidOptions& options,
                                                     const FitContext& context) {
    const auto coordinates = context.share<Coordinates>(coordinates_key(options), [&] {
        return context.times.measure("kernel", [&] { return coordinates_of(graphs, options); });
    });
    return context.times.measure("kernel", [&] {
        const auto counter = std::make_shared<PyramidCounter>(
            options, KnownNames(used_names(graphs.label_names, graphs.node_labels)));
        auto training = std::make_shared<TrainingCounts>();
        training->levels.push_back(counter->count(graphs, *coordinates));
        training->weights.push_back(counter->weights());
        training->counter = counter;
        return std::shared_ptr<const TrainingCounts>(std::move(training));
    });
}

std::unique_ptr<FittedKernel> load_fitted_pyramids(const ModelReader& reader) {
    const PyramidOptions options = {
        .levels = static_cast<std::size_t>(reader.integer("L", 1, 10)),
        .dimensions = static_cast<std::size_t>(reader.integer("d", 1, 100)),
        .labels = reader.flag("by_label"),
        .like_grakel = reader.flag("like_grakel")};
    KnownNames labels(reader.texts("labels"));
    reader.require(labels.differ(), "labels", "names a label twice");
    return load_fitted_counts(CountRule::intersection,
                              std::make_shared<PyramidCounter>(options, std::move(labels)), reader);
}

}  // namespace dhgak
