// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "kernel/level_sums.h"
#include "kernel/new_labels.h"
#include "kernel/no_training.h"
#include "kernels/colors/color_counts.h"
#include "kernels/colors/color_kernels.h"
#include "kernels/colors/edge_colors.h"
#include "kernels/colors/pair_cells.h"
#include "kernels/colors/rounds.h"

namespace dhgak {
namespace {

// What the training graphs fix about one round.
struct PairRound {
    std::vector<ColorPair> pairs;
    PairCells cells;
};

class FittedGawl final : public FittedKernel, public FeatureGuide {
public:
    FittedGawl(WlColoring coloring, std::vector<PairRound> rounds, std::vector<EdgeColors> training)
        : coloring_(std::move(coloring)),
          rounds_(std::move(rounds)),
          training_(std::move(training)) {}

    int level() const override { return static_cast<int>(rounds_.size()) - 1; }

    std::size_t num_training_graphs() const override {
        return training_.empty() ? 0 : training_.front().num_graphs();
    }

    std::size_t num_features(int last) const override {
        std::size_t features = 0;
        for (std::size_t r = 0; r <= static_cast<std::size_t>(last); ++r)
            features += rounds_[r].cells.num_features();
        return features;
    }

    std::size_t num_feature_entries(int last) const override {
        double entries = 0;
        for (std::size_t r = 0; r <= static_cast<std::size_t>(last) && !training_.empty(); ++r)
            entries += rounds_[r].cells.num_entries(training_[r]);
        return static_cast<std::size_t>(entries);
    }

    std::vector<std::size_t> num_columns() const override {
        std::vector<std::size_t> columns;
        for (const PairRound& round : rounds_) columns.push_back(round.pairs.size());
        return columns;
    }

    void visit_grams(const Dataset& others, std::span<const int> levels,
                     const GramVisitor& visit) const override {
        const std::vector<EdgeColors> all = with_training(others);
        std::vector<double> lengths(all.front().num_graphs());
        visit_level_sums(
            GramMatrix(lengths.size()), levels,
            [&](GramMatrix& sum, std::size_t l) {
                add_edge_kernel(sum, all[l], rounds_[l].pairs.size());
                for (std::size_t g = 0; g < sum.size(); ++g) lengths[g] += all[l].unmatched[g];
            },
            [&](int level, GramMatrix& gram) {
                mirror(gram);
                normalize(gram, lengths);
                visit(level, gram);
            });
    }

    void visit_features(const Dataset& others, std::span<const int> levels,
                        const FeatureVisitor& visit) const override {
        const std::vector<EdgeColors> all = with_training(others);
        for (const int level : levels) visit(level, features_of(all, level));
    }

    SparseMatrix features(const Dataset& graphs, NewGraphNotes& notes) const override {
        return features_of(count(graphs, notes), level());
    }

    CrossGram against_training(const Dataset& graphs, NewGraphNotes& notes) const override {
        require_training();
        const std::vector<EdgeColors> counts = count(graphs, notes);
        CrossGram cross(graphs.num_graphs(), num_training_graphs());
        for (std::size_t r = 0; r < rounds_.size(); ++r)
            add_edge_kernel(cross, counts[r], training_[r], rounds_[r].pairs.size());
        normalize(cross, own_values(counts), own_values(training_));
        return cross;
    }

    const FeatureGuide* feature_guide() const override { return this; }

    std::vector<std::vector<FeatureRange>> column_features() const override {
        std::vector<std::vector<FeatureRange>> levels;
        std::size_t before = 0;
        for (const PairRound& round : rounds_) {
            std::vector<FeatureRange>& columns = levels.emplace_back();
            for (std::size_t p = 0; p < round.pairs.size(); ++p) {
                const auto [begin, end] = round.cells.features_of(p);
                columns.push_back({.begin = before + begin, .end = before + end});
            }
            before += round.cells.num_features();
        }
        return levels;
    }

    // What a pair of colours adds is due to the edges between them: each has the same part of it,
    // half for each end.
    std::vector<SparseMatrix> node_counts(const Dataset& graphs) const override {
        const WlColors colors = coloring_.color(graphs);
        std::vector<SparseMatrix> rounds;
        for (std::size_t r = 0; r < rounds_.size(); ++r)
            rounds.push_back(count_edge_ends(graphs, colors[r], rounds_[r].pairs));
        return rounds;
    }

    ColumnFacts describe(std::size_t level, std::size_t column) const override {
        const auto [a, b] = rounds_[level].pairs[column];
        return {.text = fmt::format("edges between colours {} and {} of round {}", a, b, level),
                .reach = level + 1};
    }

    void save(const ModelWriter& writer) const override {
        coloring_.save(writer.at("colors"));
        for (std::size_t r = 0; r < rounds_.size(); ++r) {
            const ModelWriter round = writer.at(fmt::format("pairs{}", r));
            std::vector<std::uint32_t> first, second;
            for (const auto& [a, b] : rounds_[r].pairs) {
                first.push_back(a);
                second.push_back(b);
            }
            round.add("first", std::span<const std::uint32_t>(first));
            round.add("second", std::span<const std::uint32_t>(second));
            rounds_[r].cells.save(round);
        }
    }

private:
    void require_training() const {
        if (training_.empty()) refuse_without_training_graphs();
    }

    std::vector<EdgeColors> count(const Dataset& graphs, NewGraphNotes& notes) const {
        const WlColors colors = coloring_.color(graphs);
        note_new_graphs(graphs, colors.front(), notes);
        const WlColors own = own_colors(coloring_, graphs, colors);
        std::vector<EdgeColors> rounds;
        for (std::size_t r = 0; r < rounds_.size(); ++r)
            rounds.push_back(count_edges(graphs, colors[r], own[r], rounds_[r].pairs));
        return rounds;
    }

    std::vector<EdgeColors> with_training(const Dataset& others) const {
        require_training();
        std::vector<EdgeColors> all = training_;
        if (others.num_graphs() == 0) return all;
        NewGraphNotes notes;
        const std::vector<EdgeColors> more = count(others, notes);
        for (std::size_t r = 0; r < all.size(); ++r) append(all[r], more[r]);
        return all;
    }

    SparseMatrix features_of(const std::vector<EdgeColors>& rounds, int last) const {
        std::vector<SparseMatrix> parts;
        std::vector<double> lengths(rounds.front().num_graphs());
        for (std::size_t r = 0; r <= static_cast<std::size_t>(last); ++r)
            parts.push_back(rounds_[r].cells.features(rounds[r], lengths));
        SparseMatrix features = side_by_side(parts);
        normalize_rows(features, lengths);
        return features;
    }

    // By graph: K(G, G) before normalisation.
    static std::vector<double> own_values(const std::vector<EdgeColors>& rounds) {
        std::vector<double> values(rounds.front().num_graphs());
        for (const EdgeColors& edges : rounds)
            for (std::size_t g = 0; g < values.size(); ++g) {
                values[g] += edges.unmatched[g];
                for (const PairCount& count : edges.of(g))
                    values[g] += count.root * count.root * count.first * count.second;
            }
        return values;
    }

    WlColoring coloring_;
    std::vector<PairRound> rounds_;
    std::vector<EdgeColors> training_;  // by round; none in a model that came from a file
};

// Nikolentzos, Vazirgiannis, "Graph Alignment Kernels using Weisfeiler and Leman Hierarchies",
// AISTATS 2023.
class GawlKernel final : public Kernel {
public:
    explicit GawlKernel(const Spec& spec) : options_(wl_options(spec)) {}

    std::unique_ptr<FittedKernel> fit(const Dataset& graphs,
                                      const FitContext& context) const override {
        return context.times.measure("kernel", [&]() -> std::unique_ptr<FittedKernel> {
            WlColors colors;
            WlColoring coloring(graphs, options_, &colors);
            std::vector<PairRound> rounds;
            std::vector<EdgeColors> training;
            for (const std::vector<std::uint32_t>& of_round : colors) {
                std::vector<ColorPair> pairs = joined_colors(graphs, of_round);
                training.push_back(count_edges(graphs, of_round, {}, pairs));
                PairCells cells(training.back(), pairs);
                rounds.push_back({.pairs = std::move(pairs), .cells = std::move(cells)});
            }
            return std::make_unique<FittedGawl>(std::move(coloring), std::move(rounds),
                                                std::move(training));
        });
    }

    int level() const override { return static_cast<int>(options_.rounds); }

    std::string family() const override {
        return fmt::format("gawl edges={}", options_.edge_labels ? "yes" : "no");
    }

    // Counts are of pairs of colours that an edge joins; features, of the colours that most nodes
    // have, of pairs of these nodes.
    FitSizes fit_sizes(const GraphSizes& graphs) const override {
        const auto nodes = static_cast<double>(graphs.nodes);
        const auto num_graphs = static_cast<double>(std::max<std::size_t>(graphs.graphs, 1));
        return {.counts = static_cast<double>(graphs.arcs) / 2 * (level() + 1.0),
                .features = nodes * (nodes / num_graphs + level() + 1)};
    }

private:
    WlColorOptions options_;
};

}  // namespace

std::unique_ptr<Kernel> make_gawl(const Spec& spec) { return std::make_unique<GawlKernel>(spec); }

std::unique_ptr<FittedKernel> load_gawl(const ModelReader& reader) {
    WlColoring coloring(reader.at("colors"));
    std::vector<PairRound> rounds;
    for (std::size_t r = 0; r <= coloring.num_rounds(); ++r) {
        const ModelReader round = reader.at(fmt::format("pairs{}", r));
        const auto last = static_cast<std::uint32_t>(coloring.num_colors(r)) - 1;
        const std::vector<std::uint32_t> first = round.numbers("first", last);
        const std::vector<std::uint32_t> second = round.numbers("second", last);
        round.require(first.size() == second.size(), "second", "there must be as many as first");
        round.require(coloring.num_colors(r) > 0 || first.empty(), "first",
                      "there are no colours to pair");
        std::vector<ColorPair> pairs;
        for (std::size_t p = 0; p < first.size(); ++p) {
            const ColorPair pair = {first[p], second[p]};
            round.require(pair.first <= pair.second && (p == 0 || pairs.back() < pair), "first",
                          "pairs do not ascend");
            pairs.push_back(pair);
        }
        PairCells cells(round, pairs);
        rounds.push_back({.pairs = std::move(pairs), .cells = std::move(cells)});
    }
    return std::make_unique<FittedGawl>(std::move(coloring), std::move(rounds),
                                        std::vector<EdgeColors>());
}

}  // namespace dhgak
