// SPDX-License-Identifier: MIT
#include "search/plan.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "dhgak/core/random.h"

namespace dhgak {
namespace {

bool is_open(const Candidate& candidate, const FitScope& scope) {
    return std::ranges::any_of(scope.folds,
                               [&](std::size_t f) { return candidate.inner[f].C == 0; });
}

// What jobs that should come together have in common: all shared parts but the last.
std::vector<std::string> corner_of(const Job& job) {
    if (job.parts.empty()) return {job.kernel->family()};
    return {job.parts.begin(), job.parts.end() - 1};
}

// Corners in random order; all scopes of a corner together, since choosing needs every fold.
void spread(std::vector<Job>& jobs, std::uint64_t seed) {
    std::map<std::vector<std::string>, std::size_t> places;
    for (const Job& job : jobs) places.emplace(corner_of(job), places.size());
    std::vector<std::size_t> order(places.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    Random(seed).shuffle(order);
    std::ranges::stable_sort(jobs, {}, [&](const Job& job) {
        return std::pair(order[places.at(corner_of(job))], job.scope);
    });
}

}  // namespace

Plan make_plan(std::span<const Candidate> candidates,
               std::span<const std::shared_ptr<const Kernel>> kernels, std::size_t num_folds,
               const RunOptions& run, bool spread_by_seed) {
    Plan plan = {.scopes = fit_scopes(num_folds, run.inductive), .jobs = {}};
    std::map<std::pair<std::size_t, std::string>, std::size_t> job_of_family;
    for (std::size_t s = 0; s < plan.scopes.size(); ++s)
        for (std::size_t c = 0; c < candidates.size(); ++c) {
            if (!is_open(candidates[c], plan.scopes[s])) continue;
            ++plan.num_evaluations;
            const auto [found, is_new] =
                job_of_family.emplace(std::pair(s, kernels[c]->family()), plan.jobs.size());
            if (is_new) plan.jobs.push_back({.scope = s, .candidates = {}, .kernel = nullptr});
            plan.jobs[found->second].candidates.push_back(c);
        }
    for (Job& job : plan.jobs) {
        std::ranges::stable_sort(job.candidates, {},
                                 [&](std::size_t c) { return kernels[c]->level(); });
        job.kernel = kernels[job.candidates.back()];
        job.parts = job.kernel->shared_parts();
    }
    if (spread_by_seed)
        spread(plan.jobs, run.align.seed);
    else
        std::ranges::stable_sort(plan.jobs, {}, [](const Job& job) {
            return std::tuple(job.scope, job.parts, job.candidates.front());
        });
    return plan;
}

}  // namespace dhgak
