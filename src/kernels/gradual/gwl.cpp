// SPDX-License-Identifier: MIT
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "kernel/counts/fitted_counts.h"
#include "kernel/new_labels.h"
#include "kernels/colors/color_counts.h"
#include "kernels/colors/rounds.h"
#include "kernels/gradual/gradual_colors.h"
#include "kernels/gradual/gradual_kernels.h"

namespace dhgak {
namespace {

class GradualCounter final : public RoundCounter<GradualColors> {
public:
    using RoundCounter::RoundCounter;

    std::vector<GraphCounts> count(const Dataset& graphs, NewGraphNotes& notes) const override {
        const WlColors colors = coloring_.color(graphs);
        note_new_graphs(graphs, colors.front(), notes);
        return count(graphs, colors);
    }

    // Nodes of one unseen label are one kind, in every round.
    std::vector<GraphCounts> count(const Dataset& graphs, const WlColors& colors) const {
        std::vector<GraphCounts> levels;
        for (std::size_t r = 0; r < colors.size(); ++r)
            levels.push_back(
                count_nodes(graphs, colors[r], graphs.node_labels, coloring_.num_colors(r)));
        return levels;
    }
};

// Bause, Kriege, "Gradual Weisfeiler-Leman: Slow and Steady Wins the Race", LoG 2022.
class GwlKernel final : public Kernel {
public:
    GwlKernel(const Spec& spec, CountRule rule, std::uint64_t seed)
        : name_(spec.name),
          rule_(rule),
          options_{.rounds = wl_options(spec).rounds,
                   .clusters = spec.get_count("k", 2, 1000),
                   .starts = spec.get_count("starts", 1, 1000),
                   .edge_labels = wl_options(spec).edge_labels,
                   .seed = seed} {}

    std::unique_ptr<FittedKernel> fit(const Dataset& graphs,
                                      const FitContext& context) const override {
        const auto training = context.share<TrainingCounts>(colors_key(), [&] {
            return context.times.measure("kernel", [&] { return count(graphs); });
        });
        return make_fitted_counts(rule_, training);
    }

    int level() const override { return static_cast<int>(options_.rounds); }

    std::string family() const override { return fmt::format("{} {}", name_, colors_text()); }

    std::vector<std::string> shared_parts() const override { return {colors_key()}; }

private:
    std::string colors_text() const {
        return fmt::format("gradual colors k={} starts={} edges={} seed={}", options_.clusters,
                           options_.starts, options_.edge_labels ? "yes" : "no", options_.seed);
    }
    std::string colors_key() const {
        return fmt::format("{} rounds={}", colors_text(), options_.rounds);
    }

    TrainingCounts count(const Dataset& graphs) const {
        WlColors colors;
        const GradualColors gradual(graphs, options_, colors);
        const auto counter = std::make_shared<GradualCounter>(gradual);
        TrainingCounts training;
        training.levels = counter->count(graphs, colors);
        for (const GraphCounts& level : training.levels)
            training.weights.emplace_back(level.counts.num_cols, 1.0);
        training.counter = counter;
        return training;
    }

    std::string name_;
    CountRule rule_;
    GradualOptions options_;
};

std::unique_ptr<FittedKernel> load_fitted_gradual(CountRule rule, const ModelReader& reader) {
    const GradualColors colors(reader.at("colors"));
    return load_fitted_counts(rule, std::make_shared<GradualCounter>(colors), reader);
}

}  // namespace

std::unique_ptr<Kernel> make_gwl(const Spec& spec, std::uint64_t seed) {
    return std::make_unique<GwlKernel>(spec, CountRule::product, seed);
}

std::unique_ptr<Kernel> make_gwl_oa(const Spec& spec, std::uint64_t seed) {
    return std::make_unique<GwlKernel>(spec, CountRule::intersection, seed);
}

std::unique_ptr<FittedKernel> load_gwl(const ModelReader& reader) {
    return load_fitted_gradual(CountRule::product, reader);
}

std::unique_ptr<FittedKernel> load_gwl_oa(const ModelReader& reader) {
    return load_fitted_gradual(CountRule::intersection, reader);
}

}  // namespace dhgak
