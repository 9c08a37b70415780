// SPDX-License-Identifier: MIT
#include "kernels/filtration/color_persistence.h"

#include <functional>
#include <map>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "dhgak/core/parallel.h"
#include "kernel/new_labels.h"
#include "kernels/colors/color_counts.h"
#include "kernels/filtration/filtration.h"
#include "matrix/row_blocks.h"

namespace dhgak {
namespace {

// By colour of one graph: its nodes in each step.
using StepCounts = std::map<std::uint32_t, std::vector<double>>;

void add_graph(const StepCounts& counts, ColorPersistence& result) {
    for (const auto& [color, by_step] : counts) {
        double mass = 0;
        for (const double count : by_step) mass += count;
        result.colors.push_back(color);
        result.masses.push_back(mass);
        double sum = 0;
        for (std::size_t j = 0; j + 1 < by_step.size(); ++j) {
            sum += by_step[j];
            result.shares.push_back(sum / mass);
        }
    }
    result.offsets.push_back(static_cast<std::int64_t>(result.colors.size()));
}

// `own` tells nodes apart whose colour is kUnseenColor.
ColorPersistence count_round(const Dataset& steps, std::size_t num_steps,
                             std::span<const std::uint32_t> colors,
                             std::span<const std::uint32_t> own) {
    const std::size_t num_graphs = steps.num_graphs() / num_steps;
    std::vector<StepCounts> counts(num_graphs);
    std::vector<double> unseen(num_graphs);
    parallel_for(num_graphs, kGraphBlock, [&](std::size_t g) {
        std::map<std::uint32_t, double> without_number;
        for (std::size_t j = 0; j < num_steps; ++j) {
            const std::size_t step = g * num_steps + j;
            for (std::size_t v = steps.node_offsets[step]; v < steps.node_offsets[step + 1]; ++v) {
                if (colors[v] == kUnseenColor) {
                    ++without_number[own[v]];
                    continue;
                }
                std::vector<double>& by_step = counts[g][colors[v]];
                by_step.resize(num_steps);
                ++by_step[j];
            }
        }
        for (const auto& [color, mass] : without_number) unseen[g] += mass * mass;
    });
    ColorPersistence result;
    for (const StepCounts& graph : counts) add_graph(graph, result);
    result.unseen = std::move(unseen);
    return result;
}

// All steps of a graph have its labels; the first of them tells.
std::vector<std::uint32_t> labels_of_nodes(const Dataset& graphs, std::size_t num_steps,
                                           std::span<const std::uint32_t> colors_of_steps) {
    std::vector<std::uint32_t> labels;
    for (std::size_t g = 0; g < graphs.num_graphs(); ++g) {
        const std::size_t size = graphs.node_offsets[g + 1] - graphs.node_offsets[g];
        const auto first = colors_of_steps.subspan(graphs.node_offsets[g] * num_steps, size);
        labels.insert(labels.end(), first.begin(), first.end());
    }
    return labels;
}

}  // namespace

std::vector<ColorPersistence> PersistentColors::count(const Dataset& graphs,
                                                      NewGraphNotes& notes) const {
    const Dataset steps = filtrations(graphs, thresholds);
    const WlColors colors = coloring.color(steps);
    note_new_graphs(graphs, labels_of_nodes(graphs, num_steps(), colors.front()), notes);
    const WlColors own = own_colors(coloring, steps, colors);
    std::vector<ColorPersistence> counts;
    for (std::size_t r = 0; r < colors.size(); ++r) {
        counts.push_back(count_round(steps, num_steps(), colors[r], own[r]));
        notes.unmatched_things +=
            static_cast<std::size_t>(std::ranges::count(colors[r], kUnseenColor));
    }
    return counts;
}

void PersistentColors::save(const ModelWriter& writer) const {
    writer.add("thresholds", std::span<const std::uint32_t>(thresholds));
    coloring.save(writer.at("colors"));
    for (std::size_t r = 0; r < rounds.size(); ++r) {
        const ModelWriter part = writer.at(fmt::format("round{}", r));
        part.add("offsets", std::span<const std::int64_t>(rounds[r].offsets));
        part.add("colors", std::span<const std::uint32_t>(rounds[r].colors));
        part.add("masses", std::span<const double>(rounds[r].masses));
        part.add("shares", std::span<const double>(rounds[r].shares));
    }
}

PersistentColors learn_persistent_colors(const Dataset& graphs, std::size_t num_thresholds,
                                         const WlColorOptions& options) {
    std::vector<std::uint32_t> thresholds = filtration_thresholds(graphs, num_thresholds);
    const Dataset steps = filtrations(graphs, thresholds);
    WlColors colors;
    PersistentColors learned = {.thresholds = std::move(thresholds),
                                .coloring = WlColoring(steps, options, &colors),
                                .rounds = {}};
    for (const auto& round : colors)
        learned.rounds.push_back(count_round(steps, learned.num_steps(), round, {}));
    return learned;
}

PersistentColors load_persistent_colors(const ModelReader& reader) {
    PersistentColors colors = {.thresholds = reader.numbers("thresholds", ~std::uint32_t{0}),
                               .coloring = WlColoring(reader.at("colors")),
                               .rounds = {}};
    reader.require(colors.thresholds.size() <= kMostThresholds &&
                       std::ranges::adjacent_find(colors.thresholds, std::less_equal()) ==
                           colors.thresholds.end(),
                   "thresholds", "must descend");
    for (std::size_t r = 0; r <= colors.coloring.num_rounds(); ++r) {
        const ModelReader part = reader.at(fmt::format("round{}", r));
        ColorPersistence round;
        round.offsets = part.offsets("offsets");
        const std::size_t num_colors = colors.coloring.num_colors(r);
        round.colors = part.numbers(
            "colors", static_cast<std::uint32_t>(std::max<std::size_t>(num_colors, 1) - 1));
        round.masses = part.doubles("masses");
        round.shares = part.doubles("shares");
        part.require(!round.offsets.empty() &&
                         round.offsets.back() == static_cast<std::int64_t>(round.colors.size()) &&
                         (num_colors > 0 || round.colors.empty()),
                     "colors", "do not fit the graphs");
        part.require(round.masses.size() == round.colors.size() &&
                         round.shares.size() == round.colors.size() * (colors.num_steps() - 1),
                     "shares", "do not fit the colours");
        part.require(r == 0 || round.num_graphs() == colors.rounds.front().num_graphs(), "offsets",
                     "all rounds must have as many graphs");
        // Masses count nodes, which doubles do exactly up to there.
        for (const double mass : round.masses)
            part.require(mass > 0 && mass <= 0x1p53, "masses", "one is not a number of nodes");
        for (const double share : round.shares)
            part.require(share >= 0 && share <= 1, "shares", "one is not from 0 to 1");
        colors.rounds.push_back(std::move(round));
    }
    return colors;
}

}  // namespace dhgak
