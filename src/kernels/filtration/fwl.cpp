// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/core/parallel.h"
#include "kernel/level_sums.h"
#include "kernels/colors/rounds.h"
#include "kernels/filtration/color_persistence.h"
#include "kernels/filtration/filtration_kernels.h"
#include "matrix/row_blocks.h"

namespace dhgak {
namespace {

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
        const std::vector<ColorPersistence> more = colors_->count(others, notes);
        const std::size_t num_training = num_training_graphs();
        std::vector<double> lengths(num_training + others.num_graphs());
        visit_level_sums(
            GramMatrix(lengths.size()), levels,
            [&](GramMatrix& sum, std::size_t r) {
                const ColorPersistence& training = colors_->rounds[r];
                add_lengths(training, std::span(lengths).first(num_training));
                add_lengths(more[r], std::span(lengths).subspan(num_training));
                const Column column(training, colors_->coloring.num_colors(r));
                add_products(training, column, true,
                             [&](std::size_t g) { return sum.row(g).first(num_training); });
                add_products(more[r], column, false, [&](std::size_t g) {
                    return sum.row(num_training + g).first(num_training);
                });
            },
            [&](int level, GramMatrix& gram) {
                complete(gram, lengths);
                visit(level, gram);
            });
    }

    CrossGram against_training(const Dataset& graphs, NewGraphNotes& notes) const override {
        const std::vector<ColorPersistence> counts = colors_->count(graphs, notes);
        CrossGram cross(graphs.num_graphs(), num_training_graphs());
        std::vector<double> own(cross.rows), of_training(cross.cols);
        for (std::size_t r = 0; r < counts.size(); ++r) {
            add_lengths(counts[r], own);
            add_lengths(colors_->rounds[r], of_training);
            const Column column(colors_->rounds[r], colors_->coloring.num_colors(r));
            add_products(counts[r], column, false, [&](std::size_t g) { return cross.row(g); });
        }
        normalize(cross, own, of_training);
        return cross;
    }

    void save(const ModelWriter& writer) const override {
        writer.set("gamma", gamma_);
        colors_->save(writer);
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

    // Normalises the upper triangle of the training graphs and the rows of others, and mirrors
    // both.
    void complete(GramMatrix& gram, std::span<const double> lengths) const {
        const std::size_t num_training = num_training_graphs();
        for (std::size_t i = 0; i < gram.size(); ++i) {
            gram(i, i) = lengths[i] > 0 ? 1 : 0;
            for (std::size_t t = 0; t < std::min(i, num_training); ++t) {
                const double value = i < num_training ? gram(t, i) : gram(i, t);
                gram(i, t) = gram(t, i) =
                    value * (inverse_root(lengths[i]) * inverse_root(lengths[t]));
            }
        }
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
            return context.times.measure("kernel", [&] {
                return learn_persistent_colors(graphs, num_thresholds_, options_);
            });
        });
        return std::make_unique<FittedFiltration>(std::move(colors), gamma_);
    }

    int level() const override { return static_cast<int>(options_.rounds); }

    std::string family() const override {
        return fmt::format("fwl thresholds={} gamma={} edges={}", num_thresholds_, gamma_,
                           options_.edge_labels);
    }

    FitSizes fit_sizes(const GraphSizes& graphs) const override {
        return {.counts = static_cast<double>(graphs.nodes * num_thresholds_) * (level() + 1.0)};
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
std::unique_ptr<Kernel> make_fwl(const Spec& spec) {
    const double gamma = spec.get_number("gamma");
    if (gamma < 0)
        throw ConfigError(fmt::format("fwl: gamma is {}; it must be a number from 0 on", gamma));
    return std::make_unique<FiltrationKernel>(spec.get_count("thresholds", 1, kMostThresholds),
                                              gamma, wl_options(spec));
}

std::unique_ptr<FittedKernel> load_fwl(const ModelReader& reader) {
    const double gamma = reader.number("gamma", 0, kLargestOfModel);
    return std::make_unique<FittedFiltration>(
        std::make_shared<const PersistentColors>(load_persistent_colors(reader)), gamma);
}

}  // namespace dhgak
