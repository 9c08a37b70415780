// SPDX-License-Identifier: MIT
#include "kernels/colors/color_counts.h"

#include <algorithm>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "kernel/counts/gather.h"
#include "kernel/counts/runs.h"
#include "kernel/new_labels.h"

namespace dhgak {
namespace {

// Appends one kind for each run of equal numbers.
void count_runs(std::vector<std::uint32_t>& numbers, bool have_columns,
                std::vector<KindCount>& kinds) {
    std::ranges::sort(numbers);
    for_each_run(numbers, [&](std::uint32_t number, std::size_t count) {
        kinds.push_back(
            {.column = have_columns ? number : kNoColumn, .count = static_cast<double>(count)});
    });
}

class ColorCounter final : public RoundCounter<WlColoring> {
public:
    using RoundCounter::RoundCounter;

    std::vector<GraphCounts> count(const Dataset& graphs, NewGraphNotes& notes) const override {
        const WlColors colors = coloring_.color(graphs);
        note_new_graphs(graphs, colors.front(), notes);
        const WlColors own = own_colors(coloring_, graphs, colors);
        std::vector<GraphCounts> levels;
        for (std::size_t r = 0; r < colors.size(); ++r)
            levels.push_back(count_nodes(graphs, colors[r], own[r], coloring_.num_colors(r)));
        return levels;
    }
};

}  // namespace

GraphCounts count_nodes(const Dataset& graphs, std::span<const std::uint32_t> colors,
                        std::span<const std::uint32_t> own, std::size_t num_colors) {
    return gather_counts(
        graphs.num_graphs(), num_colors, [&](std::size_t g, std::vector<KindCount>& kinds) {
            std::vector<std::uint32_t> seen, unseen;
            for (std::size_t v = graphs.node_offsets[g]; v < graphs.node_offsets[g + 1]; ++v)
                if (colors[v] == kUnseenColor)
                    unseen.push_back(own[v]);
                else
                    seen.push_back(colors[v]);
            count_runs(seen, true, kinds);
            count_runs(unseen, false, kinds);
        });
}

ColumnFacts describe_color(std::size_t round, std::size_t color) {
    return {.text = fmt::format("colour {} of round {}", color, round), .reach = round};
}

SparseMatrix mark_colors(std::span<const std::uint32_t> colors, std::size_t num_colors) {
    return gather_counts(colors.size(), num_colors,
                         [&](std::size_t v, std::vector<KindCount>& kinds) {
                             if (colors[v] != kUnseenColor)
                                 kinds.push_back({.column = colors[v], .count = 1});
                         })
        .counts;
}

std::string color_counts_key(const WlColorOptions& options) {
    return fmt::format("colors rounds={} edges={}", options.rounds,
                       options.edge_labels ? "yes" : "no");
}

std::shared_ptr<const TrainingCounts> count_colors(const Dataset& graphs,
                                                   const WlColorOptions& options,
                                                   const FitContext& context) {
    return context.share<TrainingCounts>(color_counts_key(options), [&] {
        return context.times.measure("kernel", [&]() -> TrainingCounts {
            WlColors colors;
            const WlColoring coloring(graphs, options, &colors);
            TrainingCounts training;
            training.counter = std::make_shared<ColorCounter>(coloring);
            for (std::size_t r = 0; r < colors.size(); ++r) {
                const std::size_t num_colors = coloring.num_colors(r);
                training.levels.push_back(count_nodes(graphs, colors[r], {}, num_colors));
                training.weights.emplace_back(num_colors, 1.0);
            }
            return training;
        });
    });
}

WlColors own_colors(const WlColoring& coloring, const Dataset& graphs, const WlColors& colors) {
    // What is unseen in a round stays so: the last one tells.
    if (std::ranges::count(colors.back(), kUnseenColor) == 0) return WlColors(colors.size());
    WlColors own;
    const WlColoring learned(
        graphs, {.rounds = coloring.num_rounds(), .edge_labels = coloring.uses_edge_labels()},
        &own);
    return own;
}

std::shared_ptr<const Counter> load_colors(const ModelReader& reader) {
    return std::make_shared<ColorCounter>(WlColoring(reader.at("colors")));
}

std::unique_ptr<FittedKernel> load_fitted_colors(CountRule rule, const ModelReader& reader) {
    return load_fitted_counts(rule, load_colors(reader), reader);
}

}  // namespace dhgak
