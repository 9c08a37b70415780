// SPDX-License-Identifier: MIT
#include "dhgak/kernel/alignment.h"

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "dhgak/core/log.h"
#include "dhgak/core/parallel.h"
#include "dhgak/core/progress.h"
#include "dhgak/core/random.h"
#include "dhgak/torch/gpu_lloyd.h"

namespace dhgak {
namespace {

// All runs of one method on one hop.
struct Task {
    std::size_t hop;
    std::size_t method;
    std::size_t runs;
    std::size_t first_slot;  // among the hop's clusterings
};

bool has_option(std::string_view method, std::string_view key) {
    for (const MethodInfo& info : list_aligners())
        if (info.name == method)
            return std::ranges::any_of(info.options,
                                       [&](const OptionInfo& option) { return option.key == key; });
    return false;
}

std::vector<std::unique_ptr<Aligner>> make_aligners(const AlignOptions& options) {
    std::vector<std::unique_ptr<Aligner>> aligners;
    for (Spec spec : options.cluster) {
        if (has_option(spec.name, "factor"))
            spec.set_default("factor", fmt::format("{}", options.cluster_factor));
        // BERT's vectors are clustered where they were made.
        if (options.embed.nlm.name == "bert" && has_option(spec.name, "device"))
            spec.set_default("device", options.embed.nlm.get("device", "auto"));
        aligners.push_back(make_aligner(spec, &gpu_lloyd()));
    }
    return aligners;
}

void tell_unless_converged(std::span<const HopAlignment> hops) {
    std::size_t total = 0;
    for (const HopAlignment& hop : hops) total += hop.clusterings.size();
    if (const std::size_t unfinished = count_unfinished(hops); unfinished > 0)
        log_info(fmt::format(
            "{} of {} clusterings still moved at their last iteration, which hardly matters to the "
            "kernel; the method's option iterations allows more",
            unfinished, total));
}

}  // namespace

std::vector<HopAlignment> align_hops(std::span<const HopPoints> hops, std::size_t num_graphs,
                                     const AlignOptions& options) {
    const auto aligners = make_aligners(options);
    const auto T = static_cast<std::size_t>(options.T);
    std::vector<HopAlignment> result(hops.size());
    std::vector<Task> tasks;
    for (auto h = static_cast<std::size_t>(options.first_hop); h < hops.size(); ++h) {
        HopAlignment& hop = result[h];
        hop.point_of_node = hops[h].point_of_node;
        for (std::size_t m = 0; m < aligners.size(); ++m) {
            const std::size_t runs = aligners[m]->is_deterministic() ? 1 : T;
            const std::size_t first_slot = hop.clustering_weights.size();
            tasks.push_back({.hop = h, .method = m, .runs = runs, .first_slot = first_slot});
            const std::size_t weight = T / runs;
            hop.clustering_weights.resize(first_slot + runs, static_cast<float>(weight));
        }
        hop.clusterings.resize(hop.clustering_weights.size());
    }

    // Long runs first, so that no thread is left with one at the end.
    std::ranges::stable_sort(tasks, std::greater(),
                             [&](const Task& task) { return hops[task.hop].points.rows(); });
    Progress progress("align", tasks.size());
    parallel_for(tasks.size(), [&](std::size_t i) {
        const Task& task = tasks[i];
        const HopPoints& hop = hops[task.hop];
        std::vector<std::uint64_t> seeds;
        for (std::size_t t = 0; t < task.runs; ++t)
            seeds.push_back(derive_seed(options.seed, {task.hop, task.method, t}));
        std::ranges::move(
            aligners[task.method]->cluster_each({.points = hop.points,
                                                 .weights = hop.weights,
                                                 .num_graphs = num_graphs,
                                                 .are_distinct = true},
                                                seeds),
            result[task.hop].clusterings.begin() + static_cast<std::ptrdiff_t>(task.first_slot));
        progress.advance();
    });
    return result;
}

std::size_t count_unfinished(std::span<const HopAlignment> hops) {
    std::size_t unfinished = 0;
    for (const HopAlignment& hop : hops)
        unfinished += static_cast<std::size_t>(
            std::ranges::count(hop.clusterings, false, &Clustering::converged));
    return unfinished;
}

std::vector<HopAlignment> assign_hops(std::span<const HopAlignment> fitted,
                                      std::span<const HopPoints> hops,
                                      const AlignOptions& options) {
    const auto aligners = make_aligners(options);
    const auto T = static_cast<std::size_t>(options.T);
    std::vector<HopAlignment> result(hops.size());
    parallel_for(hops.size(), [&](std::size_t h) {
        HopAlignment& hop = result[h];
        hop.point_of_node = hops[h].point_of_node;
        hop.clustering_weights = fitted[h].clustering_weights;
        std::size_t slot = 0;
        for (std::size_t m = 0; m < aligners.size() && !fitted[h].clusterings.empty(); ++m) {
            const std::size_t runs = aligners[m]->is_deterministic() ? 1 : T;
            for (std::size_t t = 0; t < runs; ++t, ++slot) {
                const Clustering& clustering = fitted[h].clusterings[slot];
                hop.clusterings.push_back({.cluster_of = clustering.model->assign(hops[h].points),
                                           .num_clusters = clustering.num_clusters});
            }
        }
    });
    return result;
}

std::vector<HopPoints> embed_slices(const Dataset& dataset, const AlignOptions& options,
                                    StageTimes& times) {
    const auto num_hops = static_cast<std::size_t>(options.slices.H) + 1;
    if (dataset.num_nodes() == 0) return std::vector<HopPoints>(num_hops);
    const Slices slices =
        times.measure("slice", [&] { return cut_slices(dataset, options.slices); });
    return times.measure("embed", [&] {
        const auto embedder = make_embedder(options.embed.nlm, options.embed.attributes);
        const FittedEmbedding fitted = embedder->fit(slices, options.embed.seed);
        return accumulate_hops(fitted.hops, options.alpha);
    });
}

std::vector<HopAlignment> align_slices(const Dataset& dataset, const AlignOptions& options,
                                       StageTimes& times) {
    const std::vector<HopPoints> hops = embed_slices(dataset, options, times);
    if (dataset.num_nodes() == 0) return std::vector<HopAlignment>(hops.size());
    auto aligned =
        times.measure("align", [&] { return align_hops(hops, dataset.num_graphs(), options); });
    tell_unless_converged(aligned);
    return aligned;
}

}  // namespace dhgak
