// SPDX-License-Identifier: MIT
#include "dhgak/search/search_report.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "dhgak/core/parallel.h"
#include "run/evaluate.h"
#include "run/prepare.h"
#include "run/render/json.h"
#include "run/render/lines.h"
#include "search/scores.h"

namespace dhgak {
namespace {

constexpr std::size_t kShownCandidates = 5;

std::string status_of(const SearchReport& report) {
    const std::size_t evaluated = count_complete(report.result.candidates);
    const std::size_t total = report.result.candidates.size();
    if (!report.result.out_of_time) return fmt::format("{} configurations", total);
    return fmt::format("{} of {} configurations, the budget of {:g} s is spent: the best so far",
                       evaluated, total, report.options.budget);
}

Json chosen_of(const SearchReport& report) {
    Json chosen = Json::array();
    for (std::size_t f = 0; f < report.result.folds.size(); ++f) {
        const Candidate& candidate = report.result.candidates[report.choice.chosen_of_fold[f]];
        chosen.push_back({{"repeat", report.result.folds[f].repeat},
                          {"point", json_of(candidate.point.settings())},
                          {"C", candidate.inner[f].C},
                          {"inner_score", candidate.inner[f].score},
                          {"inner_accuracy", inner_accuracy(candidate, report.result.folds, f)}});
    }
    return chosen;
}

Json methods_of(const SearchReport& report) {
    Json methods = Json::array();
    for (const MethodScore& method : report.methods)
        methods.push_back(
            {{"method", method.title},
             {"configurations", method.choice.candidates.size()},
             {"accuracy", {{"mean", method.choice.cv.mean}, {"std", method.choice.cv.std}}},
             {"p_against_best", number_or_null(method.p_value)}});
    return methods;
}

Json points_of(const SearchReport& report) {
    Json points = Json::array();
    for (const Candidate& candidate : report.result.candidates) {
        if (!candidate.is_complete()) continue;
        const std::vector<double> accuracies = test_accuracies(candidate);
        points.push_back(
            {{"point", json_of(candidate.point.settings())},
             {"inner_score", mean_inner_score(candidate)},
             {"inner_accuracy", mean_inner_accuracy(candidate, report.result.folds)},
             {"test_accuracy", {{"mean", mean(accuracies)}, {"std", deviation(accuracies)}}}});
    }
    return points;
}

std::ptrdiff_t count_readers_of_edges(const SearchReport& report) {
    return std::ranges::count_if(report.result.candidates, [&](const Candidate& candidate) {
        return edge_labels_used(report.run.dataset, candidate.point.options);
    });
}

void add_chosen(Document& document, const SearchReport& report) {
    const SearchResult& result = report.result;
    const ScoreInfo& score = find_score(report.options.run.learn.score);
    TextTable table = {.header = {"tests", fmt::format("inner {}", score.title), "accuracy", "C",
                                  "chosen configuration"},
                       .rows = {}};
    for (std::size_t f = 0; f < result.folds.size(); ++f) {
        const Candidate& candidate = result.candidates[report.choice.chosen_of_fold[f]];
        table.rows.push_back({fmt::format("{}", candidate.outer[f].test_size),
                              text_of(score, candidate.inner[f].score),
                              percent(candidate.outer[f].accuracy()),
                              fmt::format("{:g}", candidate.inner[f].C), text_of(candidate.point)});
    }
    number_folds(table, report.choice.cv);
    document.line("");
    document.table(std::move(table));
}

// By what selecting looks at, so that a nested search does not tempt with test scores.
void add_best(Document& document, const SearchReport& report) {
    const SearchResult& result = report.result;
    std::vector<std::size_t> order = report.choice.candidates;
    std::erase_if(order, [&](std::size_t c) { return !result.candidates[c].is_complete(); });
    std::ranges::stable_sort(order, std::greater(),
                             [&](std::size_t c) { return report.scores[c]; });
    if (order.size() < 2) return;
    const ScoreInfo& score = find_score(report.options.run.learn.score);
    TextTable table = {.header = {report.choice.selection == Selection::paper
                                      ? fmt::format("test {} (optimistic)", score.title)
                                      : fmt::format("inner {}", score.title),
                                  "best configurations"},
                       .rows = {}};
    for (std::size_t i = 0; i < std::min(order.size(), kShownCandidates); ++i)
        table.rows.push_back(
            {text_of(score, report.scores[order[i]]), text_of(result.candidates[order[i]].point)});
    document.line("");
    document.table(std::move(table));
}

void add_methods(Document& document, const SearchReport& report) {
    if (report.methods.size() < 2) return;
    document.line("");
    document.line(
        fmt::format("each method chosen for on its own, {}; p against the best by the corrected "
                    "resampled t-test",
                    report.choice.selection == Selection::paper ? "optimistic" : "nested"));
    TextTable table = {.header = {"accuracy", "p", "method"}, .rows = {}};
    for (const MethodScore& method : report.methods)
        table.rows.push_back({mean_text(method.choice.cv), p_text(method.p_value), method.title});
    document.table(std::move(table));
}

// What to do with the result: the configuration that inner folds like best over all folds.
void add_next_step(Document& document, const SearchReport& report) {
    const RunOptions& best = report.result.candidates[report.best].point.options;
    const std::string options = command_line_of(best);
    document.line("");
    document.line(
        fmt::format("to use the configuration with the best inner score: dhgak fit {} "
                    "-o MODEL.dhgak{}{}",
                    shell_quoted(report.run.source), options.empty() ? "" : " ", options));
}

}  // namespace

SearchReport search(const Source& source, const SearchOptions& options) {
    Prepared graphs = prepare(source, options.run.read, options.grid.kernels);
    const Dataset& known = *graphs.known.dataset;
    SearchReport report;
    report.options = options;
    const RunFolds folds =
        make_folds(graphs.known, options.run, list_options(options.grid, options.run));
    report.result = search_grid(known, folds.folds, options);
    StageTimes times = std::move(graphs.times);
    times.add(report.result.times);
    const Targets targets = known.targets;
    report.choice = choose(report.result, targets, options.select);
    report.methods = compare_methods(report.result, targets, options.select);
    report.best = best_by_inner_score(report.result, report.choice.candidates);
    for (const Candidate& candidate : report.result.candidates)
        report.scores.push_back(
            candidate.is_complete() ? selection_score(candidate, options.select, targets) : 0);
    report.run = {
        .source = std::move(graphs.source),
        .options = report.result.candidates[report.best].point.options,
        .identity = report.result.candidates[report.best].identity,
        .dataset = std::move(graphs.summary),
        .evaluation = Evaluation{.cv = report.choice.cv,
                                 .codebook = report.result.candidates[report.best].codebook,
                                 .choosing_graphs = choosing_graphs(folds.folds),
                                 .straddling = folds.straddling,
                                 .graph_ids = std::move(graphs.known.graph_ids)},
        .times = std::move(times),
        .threads = num_threads(),
        .peak_bytes = peak_bytes()};
    return report;
}

std::string to_json(const SearchReport& report) {
    Json json = json_of(report.run);
    json["search"] = {{"select", name_of(report.choice.selection)},
                      {"optimistic", report.choice.selection == Selection::paper},
                      {"configurations", report.result.candidates.size()},
                      {"evaluated", count_complete(report.result.candidates)},
                      {"from_journal", report.result.num_from_journal},
                      {"out_of_time", report.result.out_of_time},
                      {"using_edge_labels", count_readers_of_edges(report)},
                      {"chosen", chosen_of(report)},
                      {"methods", methods_of(report)},
                      {"points", points_of(report)}};
    return text_of(json);
}

Document to_document(const SearchReport& report) {
    Document document;
    add_dataset(document, report.run);
    document.line(
        fmt::format("select {}: {}", name_of(report.choice.selection), status_of(report)));
    add_notes(document, report.run, list_options(report.options.grid, report.options.run));
    add_chosen(document, report);
    add_best(document, report);
    add_methods(document, report);
    const Selection selection = report.choice.selection;
    add_accuracy(document, report.run,
                 selection == Selection::paper ? "optimistic" : name_of(selection));
    if (selection == Selection::paper)
        document.line(
            fmt::format("This is the best of {} configurations on the test folds: optimistic. "
                        "`--select nested` tells what to expect.",
                        report.choice.candidates.size()));
    add_next_step(document, report);
    add_times(document, report.run);
    return document;
}

std::string to_table(const SearchReport& report) { return to_document(report).as_text(); }

}  // namespace dhgak
