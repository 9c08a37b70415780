// SPDX-License-Identifier: MIT
#include "align/alignment.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/random.h"
#include "dhgak/core/error.h"
#include "dhgak/core/log.h"
#include "dhgak/core/parallel.h"
#include "dhgak/core/progress.h"

namespace dhgak {
namespace {

// All runs of one method on one hop.
struct Task {
    std::size_t hop;
    std::size_t method;
    std::size_t runs;
    std::size_t first_slot;  // among the hop's clusterings
};

void tell_unless_converged(std::span<const HopAlignment> hops) {
    std::size_t total = 0;
    for (const HopAlignment& hop : hops) total += hop.clusterings.size();
    if (const std::size_t unfinished = count_unfinished(hops); unfinished > 0)
        log_info(fmt::format(
            "{} of {} clusterings still moved when their iterations ended; accuracy hardly depends "
            "on it, and the clustering method's option iterations allows more",
            unfinished, total));
}

}  // namespace

std::vector<HopAlignment> align_hops(std::span<const HopPoints> hops, std::size_t num_graphs,
                                     const AlignmentParts& parts) {
    const auto T = static_cast<std::size_t>(parts.T);
    std::vector<HopAlignment> result(hops.size());
    std::vector<Task> tasks;
    for (auto h = static_cast<std::size_t>(parts.first_hop); h < hops.size(); ++h) {
        HopAlignment& hop = result[h];
        hop.point_of_node = hops[h].point_of_node;
        for (std::size_t m = 0; m < parts.methods.size(); ++m) {
            const std::size_t runs = parts.methods[m].aligner->is_deterministic() ? 1 : T;
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
            seeds.push_back(derive_seed(parts.seed, {task.hop, task.method, t}));
        std::ranges::move(
            parts.methods[task.method].aligner->cluster_each({.points = hop.points,
                                                              .weights = hop.weights,
                                                              .num_graphs = num_graphs,
                                                              .are_distinct = true},
                                                             seeds),
            result[task.hop].clusterings.begin() + static_cast<std::ptrdiff_t>(task.first_slot));
        progress.advance();
    });
    tell_unless_converged(result);
    return result;
}

std::size_t count_unfinished(std::span<const HopAlignment> hops) {
    std::size_t unfinished = 0;
    for (const HopAlignment& hop : hops)
        unfinished += static_cast<std::size_t>(
            std::ranges::count(hop.clusterings, false, &Clustering::converged));
    return unfinished;
}

SliceAlignment::SliceAlignment(PointModel points, const AlignmentParts& parts,
                               std::span<const HopAlignment> training)
    : points_(std::move(points)) {
    for (const HopAlignment& hop : training) {
        std::vector<Experiment>& experiments = hops_.emplace_back();
        if (hop.clusterings.empty()) continue;
        std::size_t slot = 0;
        for (const NamedAligner& method : parts.methods) {
            const int runs = method.aligner->is_deterministic() ? 1 : parts.T;
            for (int t = 0; t < runs; ++t, ++slot)
                experiments.push_back({.method = method.name,
                                       .weight = hop.clustering_weights[slot],
                                       .clusters = hop.clusterings[slot].model});
        }
    }
}

std::vector<HopAlignment> SliceAlignment::assign(const Dataset& graphs,
                                                 NewGraphNotes& notes) const {
    std::vector<HopAlignment> result(hops_.size());
    std::vector<HopPoints> points = points_.points(graphs, notes);
    std::vector<std::pair<std::size_t, std::size_t>> tasks;
    for (std::size_t h = 0; h < hops_.size(); ++h) {
        result[h].clusterings.resize(hops_[h].size());
        for (std::size_t k = 0; k < hops_[h].size(); ++k) {
            tasks.emplace_back(h, k);
            result[h].clustering_weights.push_back(hops_[h][k].weight);
            result[h].clusterings[k].num_clusters = hops_[h][k].clusters->num_clusters();
        }
    }
    parallel_for(tasks.size(), [&](std::size_t i) {
        const auto [h, k] = tasks[i];
        if (points[h].points.rows() > 0)
            result[h].clusterings[k].cluster_of = hops_[h][k].clusters->assign(points[h].points);
    });
    for (std::size_t h = 0; h < hops_.size(); ++h)
        result[h].point_of_node = std::move(points[h].point_of_node);
    return result;
}

std::vector<std::size_t> SliceAlignment::num_clusters() const {
    std::vector<std::size_t> result;
    for (const std::vector<Experiment>& experiments : hops_) {
        std::size_t& sum = result.emplace_back(0);
        for (const Experiment& experiment : experiments)
            sum += static_cast<std::size_t>(experiment.clusters->num_clusters());
    }
    return result;
}

SliceAlignment::ClusterName SliceAlignment::name_of(std::size_t hop, std::size_t column) const {
    std::size_t experiment = 0;
    for (const Experiment& candidate : hops_[hop]) {
        const auto size = static_cast<std::size_t>(candidate.clusters->num_clusters());
        if (column < size)
            return {.method = candidate.method, .experiment = experiment, .cluster = column};
        column -= size;
        ++experiment;
    }
    throw Error(fmt::format("hop {} has no such column", hop));
}

std::size_t SliceAlignment::reach(std::size_t hop) const {
    return hop + static_cast<std::size_t>(points_.slices().b);
}

}  // namespace dhgak
