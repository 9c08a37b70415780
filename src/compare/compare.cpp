// SPDX-License-Identifier: MIT
#include "dhgak/compare/compare.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <new>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "compare/result_line.h"
#include "dhgak/core/error.h"
#include "dhgak/core/log.h"
#include "dhgak/core/parallel.h"
#include "dhgak/core/stopwatch.h"
#include "dhgak/learn/statistics.h"
#include "dhgak/search/search.h"
#include "kernels/registry.h"
#include "learn/ranking.h"
#include "run/evaluate.h"
#include "run/prepare.h"
#include "run/render/lines.h"
#include "search/journal.h"
#include "search/scores.h"

namespace dhgak {
namespace {

struct Contest {
    Prepared graphs;
    RunFolds folds;
};

// Every configuration of every contender.
std::vector<RunOptions> all_configurations(const CompareOptions& options) {
    std::vector<RunOptions> all;
    for (const Contender& contender : options.contenders)
        std::ranges::move(list_options(contender.grid, options.run), std::back_inserter(all));
    return all;
}

std::vector<Spec> kernels_of(std::span<const RunOptions> configurations) {
    std::vector<Spec> kernels;
    for (const RunOptions& configuration : configurations)
        kernels.push_back(configuration.kernel.method);
    return kernels;
}

Contest open_contest(const Source& source, const RunOptions& run,
                     std::span<const RunOptions> configurations) {
    Contest contest = {.graphs = prepare(source, run.read, kernels_of(configurations)),
                       .folds = {}};
    try {
        contest.folds = make_folds(contest.graphs.known, run, configurations);
    } catch (const InputError& error) {
        throw InputError(fmt::format("{}: {}", source.name(), error.what()));
    }
    return contest;
}

// Judges all options. No two contenders may be one kernel, which may be spelled in two ways: `wl`
// and `wl:rounds=5`.
void look_at_contenders(const CompareOptions& options) {
    if (options.contenders.empty()) throw ConfigError("there is no kernel to compare");
    std::map<std::set<std::pair<std::string, int>>, std::string> title_of;
    for (const Contender& contender : options.contenders) {
        std::vector<Run> runs;
        for (const RunOptions& configuration : list_options(contender.grid, options.run))
            runs.push_back(resolve(configuration));
        require_different(runs);
        std::set<std::pair<std::string, int>> kernels;
        for (const Run& run : runs) kernels.emplace(run.kernel->family(), run.kernel->level());
        const auto [known, is_new] = title_of.emplace(std::move(kernels), contender.title);
        if (is_new) continue;
        if (known->second == contender.title)
            throw ConfigError(fmt::format("kernel {} is given twice", contender.title));
        throw ConfigError(fmt::format("{} and {} are the same configuration; give one of them",
                                      known->second, contender.title));
    }
}

// Everything that can be wrong is found here, before the work starts: options, files, classes,
// folds.
std::vector<Contest> open_contests(std::span<const Source> sources, const CompareOptions& options,
                                   std::span<const RunOptions> configurations) {
    if (sources.empty()) throw ConfigError("there is no dataset to compare kernels on");
    look_at_contenders(options);
    std::vector<Contest> contests;
    for (const Source& source : sources) {
        if (std::ranges::count(sources, source.name(), &Source::name) > 1)
            throw ConfigError(fmt::format("dataset {} is given twice", source.name()));
        contests.push_back(open_contest(source, options.run, configurations));
    }
    return contests;
}

ContenderScore judge_contender(const Contest& contest, const SearchOptions& options) {
    ContenderScore score;
    reset_peak_bytes();
    try {
        const SearchResult result =
            search_grid(*contest.graphs.known.dataset, contest.folds.folds, options);
        score.configurations = result.candidates.size();
        Choice choice = choose(result, contest.graphs.known.dataset->targets,
                               score.configurations == 1 ? Selection::fixed : Selection::nested);
        score.cv = std::move(choice.cv);
        score.chosen_of_fold = std::move(choice.chosen_of_fold);
        score.total_seconds = result.times.total();
        score.kernel_seconds = score.total_seconds - result.times.seconds("learn");
    } catch (const Interrupted&) {
        throw;
    } catch (const Error& error) {
        score.failure = error.what();
    } catch (const std::bad_alloc&) {
        score.failure = "out of memory";
    }
    score.peak_bytes = peak_bytes();
    return score;
}

std::string line_of(const Contest& contest, const Contender& contender,
                    const ContenderScore& score) {
    if (!score.failure.empty())
        return fmt::format("{}  {}  none: {}", contest.graphs.summary.name, contender.title,
                           score.failure);
    return fmt::format("{}  {}  {}  in {:.2f} s", contest.graphs.summary.name, contender.title,
                       mean_text(score.cv), score.total_seconds);
}

bool reads_edge_labels(const ContenderScore& score, const DatasetSummary& dataset,
                       std::span<const RunOptions> configurations) {
    return std::ranges::any_of(score.chosen_of_fold, [&](std::size_t chosen) {
        return edge_labels_used(dataset, configurations[chosen]);
    });
}

// Ranks, and p-values against the best, among those that have a result.
void rank_contenders(std::vector<ContenderScore>& scores) {
    std::vector<ContenderScore*> ranked;
    std::vector<double> means;
    for (ContenderScore& score : scores)
        if (score.failure.empty()) {
            ranked.push_back(&score);
            means.push_back(score.cv.mean);
        }
    if (ranked.empty()) return;
    const std::vector<double> ranks = ranks_of(means);
    const CvResult& best =
        ranked[static_cast<std::size_t>(std::ranges::max_element(means) - means.begin())]->cv;
    for (std::size_t i = 0; i < ranked.size(); ++i) {
        ranked[i]->rank = ranks[i];
        ranked[i]->p_value = p_of_difference(ranked[i]->cv, best);
    }
}

void add_standings(Comparison& comparison) {
    const std::size_t num_contenders = comparison.options.contenders.size();
    std::vector<std::vector<double>> accuracies(num_contenders);
    comparison.standings.assign(num_contenders, {});
    for (const DatasetScores& dataset : comparison.datasets) {
        if (std::ranges::any_of(dataset.scores, [](const auto& s) { return !s.failure.empty(); }))
            continue;
        ++comparison.ranked_datasets;
        for (std::size_t k = 0; k < num_contenders; ++k) {
            accuracies[k].push_back(dataset.scores[k].cv.mean);
            comparison.standings[k].mean_rank += dataset.scores[k].rank;
        }
    }
    if (comparison.ranked_datasets == 0) return comparison.standings.clear();
    for (std::size_t k = 0; k < num_contenders; ++k) {
        comparison.standings[k].mean_rank /= static_cast<double>(comparison.ranked_datasets);
        comparison.standings[k].mean_accuracy = mean(accuracies[k]);
    }
    const auto best = static_cast<std::size_t>(
        std::ranges::min_element(comparison.standings, {}, &Standing::mean_rank) -
        comparison.standings.begin());
    comparison.critical_difference =
        critical_difference(num_contenders, comparison.ranked_datasets);
    if (comparison.ranked_datasets < kFewestPairs) return;
    std::vector<double> p_values;  // of all but the best
    for (std::size_t k = 0; k < num_contenders; ++k)
        if (k != best)
            p_values.push_back(wilcoxon_signed_rank(accuracies[k], accuracies[best]).p_value);
    p_values = holm_corrected(p_values);
    for (std::size_t k = 0, next = 0; k < num_contenders; ++k)
        if (k != best) comparison.standings[k].p_value = p_values[next++];
}

// The results of a journal by their keys; of equal ones the first counts.
class KnownResults {
public:
    explicit KnownResults(const Journal* journal) : journal_(journal) {
        if (journal_ == nullptr) return;
        for (std::size_t i = 0; i < journal_->lines().size(); ++i)
            line_of_.emplace(read_key(journal_->lines()[i], journal_->place_of(i)), i);
    }

    std::optional<ContenderScore> find(const std::string& key, const Contest& contest,
                                       std::size_t configurations,
                                       std::span<const double> C) const {
        const auto line = line_of_.find(key);
        if (line == line_of_.end()) return std::nullopt;
        return read_result(journal_->lines()[line->second], journal_->place_of(line->second),
                           configurations, contest.folds.folds,
                           contest.graphs.known.dataset->targets, C);
    }

private:
    const Journal* journal_;  // null: there is none
    std::map<std::string, std::size_t> line_of_;
};

}  // namespace

Contender fixed_contender(const Spec& kernel, const RunOptions& run) {
    return {.title = kernel.text(),
            .grid = {.kernels = {kernel},
                     .nlms = {run.kernel.align.nlm},
                     .H = {run.kernel.align.slices.H},
                     .b = {run.kernel.align.slices.b},
                     .alpha = {run.kernel.align.alpha},
                     .cluster_factors = {run.kernel.align.cluster_factor},
                     .T = {run.kernel.align.T},
                     .refine = {run.kernel.align.refine}}};
}

Contender tuned_contender(const Spec& kernel, const Grid& slices) {
    Contender contender = {.title = kernel.text(), .grid = slices};
    contender.grid.kernels = published_grid(kernel);
    return contender;
}

Comparison compare_kernels(const std::vector<Source>& sources, const CompareOptions& options) {
    const std::vector<RunOptions> configurations = all_configurations(options);
    std::vector<Contest> contests = open_contests(sources, options, configurations);
    std::unique_ptr<Journal> journal;
    if (!options.journal.empty())
        journal = std::make_unique<Journal>(options.journal, comparison_header(options.run));
    const KnownResults known_results(journal.get());

    Comparison comparison = {.options = options, .threads = num_threads()};
    for (Contest& opened : contests) {
        const Contest contest = std::move(opened);  // its graphs go when it is over
        DatasetScores& dataset = comparison.datasets.emplace_back(
            DatasetScores{.source = contest.graphs.source,
                          .dataset = contest.graphs.summary,
                          .folds = contest.folds.folds.size(),
                          .straddling = contest.folds.straddling,
                          .graph_ids = contest.graphs.known.graph_ids,
                          .scores = {}});
        for (const Contender& contender : options.contenders) {
            SearchOptions search_options;
            search_options.run = options.run;
            search_options.grid = contender.grid;
            search_options.judging = Judging::chosen;
            const std::string key =
                key_of(*contest.graphs.known.dataset, contest.folds.folds, search_options);
            const std::vector<RunOptions> own = list_options(contender.grid, options.run);
            auto known = known_results.find(key, contest, own.size(), options.run.learn.C);
            ContenderScore& score = dataset.scores.emplace_back(
                known ? std::move(*known) : judge_contender(contest, search_options));
            score.edge_labels_used = reads_edge_labels(score, contest.graphs.summary, own);
            if (known) {
                ++comparison.num_from_journal;
                continue;
            }
            // What failed is tried again: another machine may have the memory.
            if (journal && score.failure.empty())
                journal->append(
                    write_result(key, contender.title, contest.graphs.summary.name, score));
            if (options.on_result) options.on_result(line_of(contest, contender, score));
        }
        rank_contenders(dataset.scores);
    }
    add_standings(comparison);
    return comparison;
}

bool has_result(const Comparison& comparison) {
    return std::ranges::any_of(comparison.datasets, [](const DatasetScores& dataset) {
        return std::ranges::any_of(dataset.scores,
                                   [](const auto& score) { return score.failure.empty(); });
    });
}

}  // namespace dhgak
