// SPDX-License-Identifier: MIT
#include "kernels/slices/refined.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "kernels/slices/refined_labels.h"

namespace dhgak {
namespace {

std::string part_of(int round) { return fmt::format("round{}", round); }

void add(GramMatrix& sum, const GramMatrix& gram) {
    if (sum.size() == 0) sum = GramMatrix(gram.size());
    for (std::size_t i = 0; i < gram.size(); ++i)
        std::ranges::transform(sum.row(i), gram.row(i), sum.row(i).begin(), std::plus());
}

void divide(GramMatrix& gram, double divisor) {
    for (std::size_t i = 0; i < gram.size(); ++i)
        for (double& value : gram.row(i)) value /= divisor;
}

class FittedMean final : public FittedKernel, public FeatureGuide {
public:
    FittedMean(std::shared_ptr<const RefinedLabels> labels, std::vector<int> rounds,
               std::vector<std::unique_ptr<FittedKernel>> kernels)
        : labels_(std::move(labels)), rounds_(std::move(rounds)), kernels_(std::move(kernels)) {}

    int level() const override { return kernels_.front()->level(); }
    std::size_t num_training_graphs() const override {
        return kernels_.front()->num_training_graphs();
    }

    std::size_t num_features(int level) const override {
        std::size_t features = 0;
        for (const auto& kernel : kernels_) features += kernel->num_features(level);
        return features;
    }

    std::size_t num_feature_entries(int level) const override {
        std::size_t entries = 0;
        for (const auto& kernel : kernels_) entries += kernel->num_feature_entries(level);
        return entries;
    }

    std::vector<std::size_t> num_columns() const override {
        std::vector<std::size_t> sum = kernels_.front()->num_columns();
        for (std::size_t k = 1; k < kernels_.size(); ++k)
            std::ranges::transform(sum, kernels_[k]->num_columns(), sum.begin(), std::plus());
        return sum;
    }

    void visit_grams(const Dataset& others, std::span<const int> levels,
                     const GramVisitor& visit) const override {
        std::vector<GramMatrix> sums(levels.size());
        NewGraphNotes notes;
        visit_rounds(others, notes, [&](std::size_t k, const Dataset& graphs) {
            std::size_t next = 0;
            kernels_[k]->visit_grams(graphs, levels,
                                     [&](int, const GramMatrix& gram) { add(sums[next++], gram); });
        });
        for (std::size_t i = 0; i < levels.size(); ++i) {
            GramMatrix mean = std::move(sums[i]);
            divide(mean, num_rounds());
            visit(levels[i], mean);
        }
    }

    void visit_features(const Dataset& others, std::span<const int> levels,
                        const FeatureVisitor& visit) const override {
        std::vector<std::vector<SparseMatrix>> parts(levels.size());
        NewGraphNotes notes;
        visit_rounds(others, notes, [&](std::size_t k, const Dataset& graphs) {
            std::size_t next = 0;
            kernels_[k]->visit_features(graphs, levels, [&](int, const SparseMatrix& features) {
                parts[next++].push_back(features);
            });
        });
        for (std::size_t i = 0; i < levels.size(); ++i) visit(levels[i], join(std::move(parts[i])));
    }

    // Reads the graphs once for each round.
    std::unique_ptr<FittedKernel> with_training_graphs(const GraphBlocks& graphs) const override {
        std::vector<std::unique_ptr<FittedKernel>> kernels;
        for (std::size_t k = 0; k < kernels_.size(); ++k)
            kernels.push_back(kernels_[k]->with_training_graphs([&](const auto& use) {
                graphs([&](const Dataset& block) {
                    NewGraphNotes notes;
                    labels_->visit_rounds(
                        block, {&rounds_[k], 1}, notes,
                        [&](std::size_t, const Dataset& relabelled) { use(relabelled); });
                });
            }));
        return std::make_unique<FittedMean>(labels_, rounds_, std::move(kernels));
    }

    SparseMatrix features(const Dataset& graphs, NewGraphNotes& notes) const override {
        std::vector<SparseMatrix> parts;
        visit_rounds(graphs, notes, [&](std::size_t k, const Dataset& relabelled) {
            NewGraphNotes of_round;
            parts.push_back(kernels_[k]->features(relabelled, of_round));
            add_notes(of_round, notes);
        });
        return join(std::move(parts));
    }

    CrossGram against_training(const Dataset& graphs, NewGraphNotes& notes) const override {
        CrossGram sum;
        visit_rounds(graphs, notes, [&](std::size_t k, const Dataset& relabelled) {
            NewGraphNotes of_round;
            CrossGram cross = kernels_[k]->against_training(relabelled, of_round);
            add_notes(of_round, notes);
            if (k == 0)
                sum = std::move(cross);
            else
                std::ranges::transform(sum.values, cross.values, sum.values.begin(), std::plus());
        });
        for (double& value : sum.values) value /= num_rounds();
        return sum;
    }

    const FeatureGuide* feature_guide() const override {
        const bool all_have = std::ranges::all_of(
            kernels_, [](const auto& kernel) { return kernel->feature_guide() != nullptr; });
        return all_have ? this : nullptr;
    }

    // At each level the columns of the rounds, one round after the other.
    std::vector<std::vector<FeatureRange>> column_features() const override {
        std::vector<std::vector<FeatureRange>> levels;
        std::size_t before = 0;
        for (const auto& kernel : kernels_) {
            const auto of_round = kernel->feature_guide()->column_features();
            levels.resize(of_round.size());
            std::size_t last = 0;
            for (std::size_t l = 0; l < of_round.size(); ++l)
                for (const auto& [begin, end] : of_round[l]) {
                    levels[l].push_back({.begin = before + begin, .end = before + end});
                    last = std::max(last, end);
                }
            before += last;
        }
        return levels;
    }

    std::vector<SparseMatrix> node_counts(const Dataset& graphs) const override {
        std::vector<std::vector<SparseMatrix>> parts;  // by level and round
        NewGraphNotes notes;
        visit_rounds(graphs, notes, [&](std::size_t k, const Dataset& relabelled) {
            std::vector<SparseMatrix> levels =
                kernels_[k]->feature_guide()->node_counts(relabelled);
            parts.resize(levels.size());
            for (std::size_t l = 0; l < levels.size(); ++l)
                parts[l].push_back(std::move(levels[l]));
        });
        std::vector<SparseMatrix> counts(parts.size());
        std::ranges::transform(parts, counts.begin(),
                               [](const auto& level) { return side_by_side(level); });
        return counts;
    }

    // A label of round r says what lies within r edges.
    ColumnFacts describe(std::size_t level, std::size_t column) const override {
        std::size_t k = 0;
        const auto num_columns_of = [&](std::size_t round) {
            return kernels_[round]->num_columns()[level];
        };
        while (column >= num_columns_of(k)) column -= num_columns_of(k++);
        ColumnFacts facts = kernels_[k]->feature_guide()->describe(level, column);
        facts.text += fmt::format(", labels of round {}", rounds_[k]);
        facts.reach += static_cast<std::size_t>(rounds_[k]);
        return facts;
    }

    void save(const ModelWriter& writer) const override {
        const ModelWriter refined = writer.at("refined");
        refined.add("rounds", std::span<const std::int32_t>(rounds_));
        labels_->save(refined);
        for (std::size_t k = 0; k < kernels_.size(); ++k)
            kernels_[k]->save(writer.at(part_of(rounds_[k])));
    }

private:
    double num_rounds() const { return static_cast<double>(rounds_.size()); }

    void visit_rounds(const Dataset& graphs, NewGraphNotes& notes,
                      const RefinedLabels::Visitor& visit) const {
        labels_->visit_rounds(graphs, rounds_, notes, visit);
    }

    // What the rounds say beside which labels are unknown: all of them have the same.
    static void add_notes(const NewGraphNotes& of_round, NewGraphNotes& notes) {
        if (of_round.nodes > 0) notes.unknown_label = of_round.unknown_label;
        notes.unmatched_things += of_round.unmatched_things;
        notes.larger_counts += of_round.larger_counts;
        notes.graphs_without_attributes =
            std::max(notes.graphs_without_attributes, of_round.graphs_without_attributes);
    }

    SparseMatrix join(std::vector<SparseMatrix> parts) const {
        SparseMatrix joined = side_by_side(parts);
        const double scale = std::sqrt(num_rounds());
        for (double& value : joined.values) value /= scale;
        return joined;
    }

    std::shared_ptr<const RefinedLabels> labels_;
    std::vector<int> rounds_;
    std::vector<std::unique_ptr<FittedKernel>> kernels_;  // by round
};

class MeanOverRounds final : public Kernel {
public:
    MeanOverRounds(std::unique_ptr<Kernel> kernel, const AlignOptions& options)
        : kernel_(std::move(kernel)),
          rounds_(options.refine),
          coloring_{.rounds = static_cast<std::size_t>(rounds_.back()),
                    .edge_labels = options.edge_labels} {}

    std::unique_ptr<FittedKernel> fit(const Dataset& graphs,
                                      const FitContext& context) const override {
        const auto labels = context.times.measure(
            "slice", [&] { return std::make_shared<const RefinedLabels>(graphs, coloring_); });
        std::vector<std::unique_ptr<FittedKernel>> kernels;
        NewGraphNotes notes;
        labels->visit_rounds(graphs, rounds_, notes, [&](std::size_t k, const Dataset& relabelled) {
            const FitContext of_round = {.times = context.times,
                                         .cache = context.cache,
                                         .view = context.view + view_of(rounds_[k]),
                                         .cluster_graphs = context.cluster_graphs};
            kernels.push_back(kernel_->fit(relabelled, of_round));
        });
        return std::make_unique<FittedMean>(labels, rounds_, std::move(kernels));
    }

    int level() const override { return kernel_->level(); }

    std::string family() const override {
        return fmt::format("{} refine={} edges={}", kernel_->family(), text_of_rounds(rounds_),
                           coloring_.edge_labels);
    }

    FitSizes fit_sizes(const GraphSizes& graphs) const override {
        const auto rounds = static_cast<double>(rounds_.size());
        const FitSizes of_round = kernel_->fit_sizes(graphs);
        return {.counts = rounds * of_round.counts,
                .features = rounds * of_round.features,
                .others = rounds * of_round.others};
    }

    bool learns_codebook() const override { return kernel_->learns_codebook(); }
    std::string identity() const override { return kernel_->identity(); }

    std::vector<std::string> shared_parts() const override {
        std::vector<std::string> parts;
        for (const std::string& part : kernel_->shared_parts())
            for (const int round : rounds_) parts.push_back(view_of(round) + part);
        return parts;
    }

private:
    // Round 0 shares with kernels that refine nothing.
    std::string view_of(int round) const {
        if (round == 0) return {};
        return fmt::format("round {} edges={} ", round, coloring_.edge_labels);
    }

    std::unique_ptr<Kernel> kernel_;
    std::vector<int> rounds_;
    WlColorOptions coloring_;
};

}  // namespace

std::unique_ptr<Kernel> over_refined_labels(std::unique_ptr<Kernel> kernel,
                                            const AlignOptions& options) {
    if (refines_labels(options))
        return std::make_unique<MeanOverRounds>(std::move(kernel), options);
    if (options.edge_labels)
        throw ConfigError(
            "edge labels take part in refined labels only, and refine is 0; add a round, like "
            "--refine 0,1, or leave out --edges use");
    return kernel;
}

std::unique_ptr<FittedKernel> load_over_refined_labels(
    const ModelReader& reader, std::unique_ptr<FittedKernel> (*load)(const ModelReader&)) {
    const ModelReader refined = reader.at("refined");
    if (!refined.has("rounds")) return load(reader);
    const auto labels = std::make_shared<const RefinedLabels>(refined);
    const std::vector<std::int32_t> rounds =
        refined.integers("rounds", 0, static_cast<std::int32_t>(labels->num_rounds()));
    refined.require(
        !rounds.empty() && std::ranges::adjacent_find(rounds, std::greater_equal()) == rounds.end(),
        "rounds", "must ascend");
    std::vector<std::unique_ptr<FittedKernel>> kernels;
    for (const std::int32_t round : rounds) {
        kernels.push_back(load(reader.at(part_of(round))));
        refined.require(kernels.back()->level() == kernels.front()->level(), "rounds",
                        "must have as many levels each");
    }
    return std::make_unique<FittedMean>(labels, rounds, std::move(kernels));
}

}  // namespace dhgak
