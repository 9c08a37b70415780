// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/core/parallel.h"
#include "kernel/blocks.h"
#include "kernel/methods.h"
#include "kernel/new_labels.h"
#include "kernel/wl/color_counts.h"
#include "kernel/wl/filtration.h"
#include "kernel/wl/rounds.h"

namespace dhgak {
namespace {

constexpr std::size_t kMostThresholds = 100;

// How often graphs have each colour of a round, over all steps of their filtrations.
struct ColorPersistence {
    std::vector<std::int64_t> offsets = {0};  // graph g owns entries [offsets[g], offsets[g + 1])
    std::vector<std::uint32_t> colors;        // by entry, ascending inside a graph
    std::vector<double> masses;               // by entry: in all steps together
    std::vector<double> shares;  // by entry and step but the last: of the mass up to this step
    std::vector<double> unseen;  // by graph: the sum of squared masses of colours without number

    std::size_t num_graphs() const { return offsets.size() - 1; }
};

struct PersistentColors {
    std::vector<std::uint32_t> thresholds;  // descending
    WlColoring coloring;
    std::vector<ColorPersistence> rounds;  // of the training graphs

    std::size_t num_steps() const { return std::max<std::size_t>(thresholds.size(), 1); }
};

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

PersistentColors learn(const Dataset& graphs, std::size_t num_thresholds,
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

// Of thresholds between 0 and 1: how far apart each is from the next.
std::vector<double> gaps_of(const std::vector<std::uint32_t>& thresholds) {
    std::vector<double> gaps;
    for (std::size_t j = 0; j + 1 < thresholds.size(); ++j)
        gaps.push_back(static_cast<double>(thresholds[j] - thresholds[j + 1]) /
                       static_cast<double>(thresholds.front() - thresholds.back()));
    return gaps;
}

class FittedFiltration final : public FittedKernel {
public:
    FittedFiltration(std::shared_ptr<const PersistentColors> colors, double gamma)
        : colors_(std::move(colors)), gamma_(gamma), gaps_(gaps_of(colors_->thresholds)) {}

    int level() const override { return static_cast<int>(colors_->rounds.size()) - 1; }
    std::size_t num_training_graphs() const override {
        return colors_->rounds.front().num_graphs();
    }

    std::vector<std::size_t> num_columns() const override {
        std::vector<std::size_t> columns;
        for (std::size_t r = 0; r < colors_->rounds.size(); ++r)
            columns.push_back(colors_->coloring.num_colors(r));
        return columns;
    }

    void visit_grams(const Dataset& others, std::span<const int> levels,
                     const GramVisitor& visit) const override {
        NewGraphNotes notes;
        const std::vector<ColorPersistence> more = count(others, notes);
        const std::size_t num_training = num_training_graphs();
        GramMatrix sum(num_training + others.num_graphs());
        std::vector<double> lengths(sum.size());
        std::size_t next = 0;
        for (const int level : levels) {
            for (; next <= static_cast<std::size_t>(level); ++next) {
                const ColorPersistence& training = colors_->rounds[next];
                add_lengths(training, std::span(lengths).first(num_training));
                add_lengths(more[next], std::span(lengths).subspan(num_training));
                const Column column(training, colors_->coloring.num_colors(next));
                add_products(training, column, true,
                             [&](std::size_t g) { return sum.row(g).first(num_training); });
                add_products(more[next], column, false, [&](std::size_t g) {
                    return sum.row(num_training + g).first(num_training);
                });
            }
            visit(level, normalized(sum, lengths));
        }
    }

    CrossGram against_training(const Dataset& graphs, NewGraphNotes& notes) const override {
        const std::vector<ColorPersistence> counts = count(graphs, notes);
        CrossGram cross = {
            .rows = graphs.num_graphs(), .cols = num_training_graphs(), .values = {}};
        cross.values.resize(cross.rows * cross.cols);
        std::vector<double> own(cross.rows), of_training(cross.cols);
        for (std::size_t r = 0; r < counts.size(); ++r) {
            add_lengths(counts[r], own);
            add_lengths(colors_->rounds[r], of_training);
            const Column column(colors_->rounds[r], colors_->coloring.num_colors(r));
            add_products(counts[r], column, false, [&](std::size_t g) { return cross.row(g); });
        }
        for (std::size_t g = 0; g < cross.rows; ++g)
            for (std::size_t t = 0; t < cross.cols; ++t)
                cross.row(g)[t] *= inverse_root(own[g]) * inverse_root(of_training[t]);
        return cross;
    }

    void save(const ModelWriter& writer) const override {
        writer.set("gamma", gamma_);
        writer.add("thresholds", std::span<const std::uint32_t>(colors_->thresholds));
        colors_->coloring.save(writer.at("colors"));
        for (std::size_t r = 0; r < colors_->rounds.size(); ++r) {
            const ColorPersistence& round = colors_->rounds[r];
            const ModelWriter part = writer.at(fmt::format("round{}", r));
            part.add("offsets", std::span<const std::int64_t>(round.offsets));
            part.add("colors", std::span<const std::uint32_t>(round.colors));
            part.add("masses", std::span<const double>(round.masses));
            part.add("shares", std::span<const double>(round.shares));
        }
    }

private:
    // The training graphs that have a colour, ascending.
    struct Column {
        struct Entry {
            std::uint32_t graph;
            std::size_t entry;
        };

        Column(const ColorPersistence& round, std::size_t num_colors)
            : counts(round), offsets(num_colors + 1), entries(round.colors.size()) {
            for (const std::uint32_t color : round.colors) ++offsets[color + 1];
            for (std::size_t c = 0; c < num_colors; ++c) offsets[c + 1] += offsets[c];
            std::vector<std::size_t> next(offsets.begin(), offsets.end() - 1);
            for (std::size_t g = 0; g < round.num_graphs(); ++g)
                for (auto e = static_cast<std::size_t>(round.offsets[g]);
                     e < static_cast<std::size_t>(round.offsets[g + 1]); ++e)
                    entries[next[round.colors[e]]++] = {static_cast<std::uint32_t>(g), e};
        }

        std::span<const Entry> of(std::uint32_t color) const {
            return std::span(entries).subspan(offsets[color], offsets[color + 1] - offsets[color]);
        }

        const ColorPersistence& counts;
        std::vector<std::size_t> offsets;
        std::vector<Entry> entries;
    };

    std::vector<ColorPersistence> count(const Dataset& graphs, NewGraphNotes& notes) const {
        const Dataset steps = filtrations(graphs, colors_->thresholds);
        const WlColors colors = colors_->coloring.color(steps);
        note_labels(graphs, colors.front(), notes);
        const WlColors own = own_colors(colors_->coloring, steps, colors);
        std::vector<ColorPersistence> rounds;
        for (std::size_t r = 0; r < colors.size(); ++r) {
            rounds.push_back(count_round(steps, colors_->num_steps(), colors[r], own[r]));
            notes.unmatched_slices +=
                static_cast<std::size_t>(std::ranges::count(colors[r], kUnseenColor));
        }
        return rounds;
    }

    // All steps of a graph have its labels.
    void note_labels(const Dataset& graphs, std::span<const std::uint32_t> colors_of_steps,
                     NewGraphNotes& notes) const {
        std::vector<std::uint32_t> labels;
        for (std::size_t g = 0; g < graphs.num_graphs(); ++g) {
            const std::size_t size = graphs.node_offsets[g + 1] - graphs.node_offsets[g];
            const auto first =
                colors_of_steps.subspan(graphs.node_offsets[g] * colors_->num_steps(), size);
            labels.insert(labels.end(), first.begin(), first.end());
        }
        note_new_graphs(graphs, labels, notes);
    }

    static void add_lengths(const ColorPersistence& round, std::span<double> lengths) {
        for (std::size_t g = 0; g < round.num_graphs(); ++g) {
            double sum = round.unseen.empty() ? 0 : round.unseen[g];
            for (auto e = static_cast<std::size_t>(round.offsets[g]);
                 e < static_cast<std::size_t>(round.offsets[g + 1]); ++e)
                sum += round.masses[e] * round.masses[e];
            lengths[g] += sum;
        }
    }

    // Adds to row(g) what graph g shares with each training graph; with those after it if `upper`.
    template <typename RowOf>
    void add_products(const ColorPersistence& round, const Column& column, bool upper,
                      const RowOf& row_of) const {
        const std::size_t num_gaps = gaps_.size();
        parallel_for(round.num_graphs(), kGraphBlock, [&](std::size_t g) {
            const std::span<double> row = row_of(g);
            for (auto e = static_cast<std::size_t>(round.offsets[g]);
                 e < static_cast<std::size_t>(round.offsets[g + 1]); ++e) {
                const auto all = column.of(round.colors[e]);
                const auto begin = upper
                                       ? std::ranges::upper_bound(all, g, {}, &Column::Entry::graph)
                                       : all.begin();
                for (auto other = begin; other != all.end(); ++other) {
                    double apart = 0;  // earth mover's distance along the thresholds
                    for (std::size_t j = 0; j < num_gaps; ++j)
                        apart +=
                            gaps_[j] * std::abs(round.shares[e * num_gaps + j] -
                                                column.counts.shares[other->entry * num_gaps + j]);
                    const double product = round.masses[e] * column.counts.masses[other->entry];
                    row[other->graph] += apart == 0 ? product : product * std::exp(-gamma_ * apart);
                }
            }
        });
    }

    static double inverse_root(double length) { return length > 0 ? 1 / std::sqrt(length) : 0; }

    // Fills the lower triangle.
    GramMatrix normalized(const GramMatrix& sum, std::span<const double> lengths) const {
        GramMatrix gram(sum.size());
        const std::size_t num_training = num_training_graphs();
        for (std::size_t i = 0; i < gram.size(); ++i) {
            gram(i, i) = lengths[i] > 0 ? 1 : 0;
            for (std::size_t t = 0; t < std::min(i, num_training); ++t) {
                const double value = i < num_training ? sum(t, i) : sum(i, t);
                gram(i, t) = gram(t, i) =
                    value * (inverse_root(lengths[i]) * inverse_root(lengths[t]));
            }
        }
        return gram;
    }

    std::shared_ptr<const PersistentColors> colors_;
    double gamma_;
    std::vector<double> gaps_;
};

class FiltrationKernel final : public Kernel {
public:
    FiltrationKernel(std::size_t num_thresholds, double gamma, const WlColorOptions& options)
        : num_thresholds_(num_thresholds), gamma_(gamma), options_(options) {}

    std::unique_ptr<FittedKernel> fit(const Dataset& graphs,
                                      const FitContext& context) const override {
        auto colors = context.share<PersistentColors>(key(), [&] {
            return context.times.measure("kernel",
                                         [&] { return learn(graphs, num_thresholds_, options_); });
        });
        return std::make_unique<FittedFiltration>(std::move(colors), gamma_);
    }

    int level() const override { return static_cast<int>(options_.rounds); }

    std::string family() const override {
        return fmt::format("fwl thresholds={} gamma={} edges={}", num_thresholds_, gamma_,
                           options_.edge_labels);
    }

    std::vector<std::string> shared_parts() const override { return {key()}; }

private:
    std::string key() const {
        return fmt::format("filtration thresholds={} rounds={} edges={}", num_thresholds_,
                           options_.rounds, options_.edge_labels);
    }

    std::size_t num_thresholds_;
    double gamma_;
    WlColorOptions options_;
};

}  // namespace

// Schulz, Welke, Wrobel, "Graph Filtration Kernels", AAAI 2022.
std::unique_ptr<Kernel> make_fwl(const Spec& spec, const AlignOptions&) {
    const double gamma = spec.get_number("gamma");
    if (gamma < 0)
        throw ConfigError(fmt::format("fwl: gamma is {}; it must be a number from 0 on", gamma));
    return std::make_unique<FiltrationKernel>(spec.get_count("thresholds", 1, kMostThresholds),
                                              gamma, wl_options(spec));
}

std::unique_ptr<FittedKernel> load_fwl(const ModelReader& reader) {
    PersistentColors colors = {.thresholds = reader.numbers("thresholds", ~std::uint32_t{0}),
                               .coloring = WlColoring(reader.at("colors")),
                               .rounds = {}};
    reader.require(colors.thresholds.size() <= kMostThresholds &&
                       std::ranges::adjacent_find(colors.thresholds, std::less_equal()) ==
                           colors.thresholds.end(),
                   "thresholds", "must descend");
    const double gamma = reader.number("gamma");
    reader.require(gamma >= 0, "gamma", "must not be negative");
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
        colors.rounds.push_back(std::move(round));
    }
    return std::make_unique<FittedFiltration>(
        std::make_shared<const PersistentColors>(std::move(colors)), gamma);
}

}  // namespace dhgak
