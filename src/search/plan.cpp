// SPDX-License-Identifier: MIT
#include "search/plan.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "core/random.h"

namespace dhgak {
namespace {

bool is_open(const Candidate& candidate, const FitScope& scope) {
    return std::ranges::any_of(scope.folds,
                               [&](std::size_t f) { return candidate.inner[f].C == 0; });
}

// Corners, jobs that have all shared parts but the last in common, in random order; all scopes of a
// corner together, since choosing needs every fold.
void spread(std::vector<Job>& jobs, std::span<const Run> runs) {
    const auto corner_of = [&](const Job& job) -> std::vector<std::string> {
        if (job.parts.empty()) return {runs[job.candidates.back()].kernel->family()};
        return {job.parts.begin(), job.parts.end() - 1};
    };
    std::map<std::vector<std::string>, std::size_t> places;
    for (const Job& job : jobs) places.emplace(corner_of(job), places.size());
    std::vector<std::size_t> order(places.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    Random(runs.front().options.seed).shuffle(order);
    std::ranges::stable_sort(jobs, {}, [&](const Job& job) {
        return std::pair(order[places.at(corner_of(job))], job.scope);
    });
}

}  // namespace

GraphSizes sizes_of(const Dataset& dataset, std::span<const OuterFold> folds,
                    const FitScope& scope) {
    if (!scope.hides_test_graphs) return sizes_of(dataset);
    GraphSizes sizes;
    for (const std::size_t graph : folds[scope.folds.front()].split.train)
        sizes.add(dataset.graph(graph));
    return sizes;
}

Codebook codebook_of(const Run& run, const GraphSizes& graphs) {
    const std::size_t chosen = codebook_size(*run.kernel, run.options, graphs.graphs, graphs.nodes);
    return {.graphs = chosen, .rest = graphs.graphs - chosen};
}

Plan make_plan(std::span<const Candidate> candidates, std::span<const Run> runs,
               const Dataset& dataset, std::span<const OuterFold> folds, bool spread_by_seed) {
    Plan plan = {.scopes = fit_scopes(folds.size(), runs.front().options.folds.inductive),
                 .jobs = {}};
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> caches;  // by scope and codebook
    std::map<std::pair<std::size_t, std::string>, std::size_t> job_of_family;  // by cache
    for (std::size_t s = 0; s < plan.scopes.size(); ++s) {
        const GraphSizes graphs = sizes_of(dataset, folds, plan.scopes[s]);
        for (std::size_t c = 0; c < candidates.size(); ++c) {
            if (!is_open(candidates[c], plan.scopes[s])) continue;
            ++plan.num_evaluations;
            const std::size_t codebook = codebook_of(runs[c], graphs).graphs;
            const std::size_t cache =
                caches.emplace(std::pair(s, codebook), caches.size()).first->second;
            const auto [found, is_new] =
                job_of_family.emplace(std::pair(cache, runs[c].kernel->family()), plan.jobs.size());
            if (is_new)
                plan.jobs.push_back({.scope = s, .cache = cache, .candidates = {}, .parts = {}});
            plan.jobs[found->second].candidates.push_back(c);
        }
    }
    plan.num_caches = caches.size();
    for (Job& job : plan.jobs) {
        std::ranges::stable_sort(job.candidates, {},
                                 [&](std::size_t c) { return runs[c].kernel->level(); });
        job.parts = runs[job.candidates.back()].kernel->shared_parts();
    }
    if (spread_by_seed)
        spread(plan.jobs, runs);
    else
        std::ranges::stable_sort(plan.jobs, {}, [](const Job& job) {
            return std::tuple(job.cache, job.parts, job.candidates.front());
        });
    return plan;
}

}  // namespace dhgak
