// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "dhgak/kernel/fit_context.h"
#include "graph/wl_colors.h"
#include "kernel/counts/fitted_counts.h"

namespace dhgak {

// One row per graph, one column per colour. By node: `colors`, and where they are kUnseenColor what
// tells such nodes apart, `own`.
GraphCounts count_nodes(const Dataset& graphs, std::span<const std::uint32_t> colors,
                        std::span<const std::uint32_t> own, std::size_t num_colors);

// One row per node, with a 1 in the column of its colour; empty where that is kUnseenColor.
SparseMatrix mark_colors(std::span<const std::uint32_t> colors, std::size_t num_colors);

// A column of these counts, for people.
ColumnFacts describe_color(std::size_t round, std::size_t color);

// Counts the colours that a colouring gives in each round; how, is left open.
template <class Coloring>
class RoundCounter : public Counter {
public:
    explicit RoundCounter(Coloring coloring) : coloring_(std::move(coloring)) {}

    std::vector<std::size_t> columns_by_level() const override {
        std::vector<std::size_t> columns;
        for (std::size_t r = 0; r <= coloring_.num_rounds(); ++r)
            columns.push_back(coloring_.num_colors(r));
        return columns;
    }

    std::vector<SparseMatrix> count_by_node(const Dataset& graphs) const override {
        std::vector<SparseMatrix> rounds;
        const WlColors colors = coloring_.color(graphs);
        for (std::size_t r = 0; r < colors.size(); ++r)
            rounds.push_back(mark_colors(colors[r], coloring_.num_colors(r)));
        return rounds;
    }

    ColumnFacts describe(std::size_t round, std::size_t color) const override {
        return describe_color(round, color);
    }

    void save(const ModelWriter& writer) const override { coloring_.save(writer.at("colors")); }

protected:
    Coloring coloring_;
};

// The text under which fits share the counts of these colours.
std::string color_counts_key(const WlColorOptions& options);

// How many nodes of each Weisfeiler-Leman colour graphs have; levels are rounds, columns colours,
// and all weigh the same. A colour of a new graph that no training graph has is a kind of its own
// there. Shared through the context's cache; time goes to the stage kernel.
std::shared_ptr<const TrainingCounts> count_colors(const Dataset& graphs,
                                                   const WlColorOptions& options,
                                                   const FitContext& context);

// What tells nodes apart whose `colors`, those of the graphs, no training graph has: the colours
// that the graphs would have if the colouring had been learned from them alone. Rounds are empty
// where all colours are known.
WlColors own_colors(const WlColoring& coloring, const Dataset& graphs, const WlColors& colors);

// What was saved as part of a kernel.
std::shared_ptr<const Counter> load_colors(const ModelReader& reader);

// A kernel on these counts that was saved.
std::unique_ptr<FittedKernel> load_fitted_colors(CountRule rule, const ModelReader& reader);

}  // namespace dhgak
