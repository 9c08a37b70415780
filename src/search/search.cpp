// SPDX-License-Identifier: MIT
#include "dhgak/search/search.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/core/log.h"
#include "dhgak/core/progress.h"
#include "run/cost.h"
#include "run/evaluate.h"
#include "search/engine.h"
#include "search/entry.h"
#include "search/journal.h"
#include "search/plan.h"
#include "search/scores.h"

namespace dhgak {
namespace {

using Clock = std::chrono::steady_clock;

// Builds every kernel, which judges every option, before any work; with a limit of memory also
// whether each configuration stays below it.
std::vector<Run> resolve_all(const SearchOptions& options, const GraphSizes& graphs,
                             std::size_t folds, std::span<Candidate> candidates) {
    if (!(options.budget > 0))
        throw ConfigError(
            fmt::format("the budget is {} seconds; it must be above 0", options.budget));
    const bool may_stop = options.budget < std::numeric_limits<double>::infinity();
    if (options.judging == Judging::chosen && (may_stop || !options.journal.empty()))
        throw ConfigError(
            "a search that judges only what is chosen takes no budget and no journal");
    std::vector<Run> runs;
    for (Candidate& candidate : candidates) {
        runs.push_back(resolve(candidate.point.options));
        require_memory(runs.back(), graphs, folds);
        candidate.identity = runs.back().kernel->identity();
    }
    require_different(runs);
    return runs;
}

// Fills in what an earlier run has found. Points outside the grid are passed over: the journal may
// have served a larger one.
std::size_t recall(const Journal& journal, std::span<const OuterFold> folds, const Targets& targets,
                   std::span<const double> C, std::span<Candidate> candidates) {
    std::map<std::string, std::size_t> number;
    for (std::size_t c = 0; c < candidates.size(); ++c)
        number[point_text(candidates[c].point, candidates[c].identity)] = c;
    for (std::size_t i = 0; i < journal.lines().size(); ++i) {
        Entry entry = read_entry(journal.lines()[i], journal.place_of(i), folds, targets, C);
        const auto found = number.find(entry.point);
        if (found == number.end()) continue;
        Candidate& candidate = candidates[found->second];
        for (std::size_t f = 0; f < folds.size(); ++f) {
            if (entry.results.inner[f].C == 0) continue;
            candidate.inner[f] = entry.results.inner[f];
            candidate.outer[f] = std::move(entry.results.outer[f]);
        }
    }
    return count_complete(candidates);
}

}  // namespace

bool Candidate::is_complete() const {
    return std::ranges::none_of(inner, [](const InnerScore& score) { return score.C == 0; });
}

SearchResult search_grid(const Dataset& dataset, std::vector<OuterFold> folds,
                         const SearchOptions& options) {
    const auto start = Clock::now();
    const Targets& targets = dataset.targets;
    SearchResult result;
    result.folds = std::move(folds);
    for (GridPoint& point : list_points(options.grid, options.run)) {
        Candidate candidate = {.point = std::move(point)};
        candidate.inner.resize(result.folds.size());
        candidate.outer.resize(result.folds.size());
        result.candidates.push_back(std::move(candidate));
    }
    const std::vector<Run> runs =
        resolve_all(options, sizes_of(dataset), result.folds.size(), result.candidates);

    std::unique_ptr<Journal> journal;
    if (!options.journal.empty()) {
        journal = std::make_unique<Journal>(options.journal,
                                            journal_header(dataset, result.folds, options));
        result.num_from_journal =
            recall(*journal, result.folds, targets, options.run.learn.C, result.candidates);
        if (result.num_from_journal > 0)
            log_info(fmt::format("{} of {} configurations are in {}", result.num_from_journal,
                                 result.candidates.size(), options.journal.string()));
    }

    const bool limited = options.budget < std::numeric_limits<double>::infinity();
    const Plan plan = make_plan(result.candidates, runs, dataset, result.folds, limited);
    const GraphSizes last = sizes_of(dataset, result.folds, plan.scopes.back());
    for (std::size_t c = 0; c < runs.size(); ++c)
        result.candidates[c].codebook = codebook_of(runs[c], last);
    Progress progress("search", plan.num_evaluations);
    std::mutex mutex;
    std::size_t done = result.num_from_journal;
    const Recorder record = [&](std::size_t c, std::span<const std::size_t> part,
                                std::vector<JudgedFold> results) {
        const std::scoped_lock lock(mutex);
        Candidate& candidate = result.candidates[c];
        for (std::size_t i = 0; i < part.size(); ++i) {
            candidate.inner[part[i]] = results[i].inner;
            candidate.outer[part[i]] = std::move(results[i].outer);
        }
        if (journal) journal->append(write_entry(candidate, part));
        done += candidate.is_complete();
        if (options.on_result)
            options.on_result(
                {.candidates = result.candidates, .targets = targets, .last = c, .done = done});
        progress.advance();
        return std::chrono::duration<double>(Clock::now() - start).count() < options.budget;
    };
    const StageTimes busy = run_plan(plan, dataset, runs, result.folds, options.judging, record);
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    for (const auto& [stage, share] : busy.stages())
        result.times.add(stage, seconds * share / busy.total());
    result.out_of_time = done < result.candidates.size();
    return result;
}

Choice choose(const SearchResult& result, const Targets& targets, Selection selection) {
    std::vector<std::size_t> all(result.candidates.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return choose(result, targets, selection, std::move(all));
}

Choice choose(const SearchResult& result, const Targets& targets, Selection selection,
              std::vector<std::size_t> candidates) {
    require_selectable(selection, candidates.size());
    Choice choice = {.selection = selection, .candidates = std::move(candidates)};
    if (selection == Selection::nested) {
        std::vector<std::vector<InnerScore>> scores;
        for (const std::size_t c : choice.candidates) scores.push_back(result.candidates[c].inner);
        for (const std::size_t i : choose_nested(scores, result.folds.size()))
            choice.chosen_of_fold.push_back(choice.candidates[i]);
    } else {
        std::erase_if(choice.candidates,
                      [&](std::size_t c) { return !result.candidates[c].is_complete(); });
        std::vector<double> means;
        for (const std::size_t c : choice.candidates)
            means.push_back(selection_score(result.candidates[c], Selection::paper, targets));
        choice.chosen_of_fold.assign(result.folds.size(),
                                     choice.candidates[choose_by_test_mean(means)]);
    }

    std::map<std::size_t, std::size_t> times_chosen;
    for (const std::size_t c : choice.chosen_of_fold) ++times_chosen[c];
    choice.representative = std::ranges::max_element(times_chosen, {}, [](const auto& entry) {
                                return entry.second;
                            })->first;
    std::vector<FoldResult> folds;
    for (std::size_t f = 0; f < result.folds.size(); ++f)
        folds.push_back(result.candidates[choice.chosen_of_fold[f]].outer[f]);
    choice.cv = summarize_folds(std::move(folds), targets);
    return choice;
}

}  // namespace dhgak
