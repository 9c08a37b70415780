// SPDX-License-Identifier: MIT
#include "dhgak/search/search_report.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "dhgak/core/parallel.h"
#include "dhgak/search/scores.h"
#include "search/entry.h"

namespace dhgak {
namespace {

using Json = nlohmann::ordered_json;
using Text = std::back_insert_iterator<std::string>;

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
                          {"point", Json::parse(json_of(candidate.point))},
                          {"C", candidate.inner[f].C},
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
             {"p_against_best", method.p_value}});
    return methods;
}

Json points_of(const SearchReport& report) {
    Json points = Json::array();
    for (const Candidate& candidate : report.result.candidates) {
        if (!candidate.is_complete()) continue;
        const std::vector<double> accuracies = test_accuracies(candidate);
        points.push_back(
            {{"point", Json::parse(json_of(candidate.point))},
             {"inner_accuracy", mean_inner_accuracy(candidate, report.result.folds)},
             {"test_accuracy", {{"mean", mean(accuracies)}, {"std", deviation(accuracies)}}}});
    }
    return points;
}

void write_chosen(Text out, const SearchReport& report) {
    const SearchResult& result = report.result;
    fmt::format_to(out, "\n{:>6} {:>6} {:>10} {:>10} {:>8}  {}\n", "fold", "tests", "inner",
                   "accuracy", "C", "chosen configuration");
    for (std::size_t f = 0; f < result.folds.size(); ++f) {
        const Candidate& candidate = result.candidates[report.choice.chosen_of_fold[f]];
        fmt::format_to(
            out, "{:>6} {:>6} {:>8.2f} % {:>8.2f} % {:>8g}  {}\n", f, candidate.outer[f].test_size,
            100 * inner_accuracy(candidate, result.folds, f), 100 * candidate.outer[f].accuracy,
            candidate.inner[f].C, text_of(candidate.point));
    }
}

// By what selecting looks at, so that a nested search does not tempt with test scores.
void write_best(Text out, const SearchReport& report) {
    const bool by_test = report.choice.selection == Selection::paper;
    const SearchResult& result = report.result;
    const auto score = [&](std::size_t c) {
        return by_test ? mean(test_accuracies(result.candidates[c]))
                       : mean_inner_accuracy(result.candidates[c], result.folds);
    };
    std::vector<std::size_t> order = report.choice.candidates;
    std::erase_if(order, [&](std::size_t c) { return !result.candidates[c].is_complete(); });
    std::ranges::stable_sort(order, std::greater(), score);
    if (order.size() < 2) return;
    fmt::format_to(out, "\nbest configurations by {} accuracy\n",
                   by_test ? "test (optimistic)" : "inner");
    for (std::size_t i = 0; i < std::min(order.size(), kShownCandidates); ++i)
        fmt::format_to(out, "  {:6.2f} %  {}\n", 100 * score(order[i]),
                       text_of(result.candidates[order[i]].point));
}

void write_methods(Text out, const SearchReport& report) {
    if (report.methods.size() < 2) return;
    fmt::format_to(out,
                   "\neach method chosen for on its own, {}; p against the best by the corrected "
                   "resampled t-test\n",
                   report.choice.selection == Selection::paper ? "optimistic" : "nested");
    for (const MethodScore& method : report.methods)
        fmt::format_to(out, "  {:6.2f} % +- {:5.2f}   p {:.3f}   {}\n", 100 * method.choice.cv.mean,
                       100 * method.choice.cv.std, method.p_value, method.title);
}

void write_accuracy(Text out, const SearchReport& report) {
    const CvResult& cv = report.choice.cv;
    const char* kind = report.choice.selection == Selection::nested  ? "nested"
                       : report.choice.selection == Selection::paper ? "optimistic"
                                                                     : "fixed";
    fmt::format_to(out, "\n{} accuracy {:.2f} % +- {:.2f} over {} folds", kind, 100 * cv.mean,
                   100 * cv.std, cv.folds.size());
    if (cv.repeats > 1)
        fmt::format_to(out, ", +- {:.2f} over {} repeats", 100 * cv.std_over_repeats, cv.repeats);
    fmt::format_to(out, "   (majority class {:.2f} %)\n", 100 * report.run.dataset.majority);
    fmt::format_to(out, "95 % interval {:.2f} to {:.2f} %   balanced {:.2f} %",
                   100 * cv.interval.low, 100 * cv.interval.high, 100 * cv.balanced_accuracy);
    if (cv.auroc) fmt::format_to(out, "   AUROC {:.4f}", *cv.auroc);
    fmt::format_to(out, "\n");
    if (report.choice.selection == Selection::paper)
        fmt::format_to(out,
                       "This is the best of {} configurations on the test folds: optimistic. "
                       "`--select nested` tells what to expect.\n",
                       report.choice.candidates.size());
}

}  // namespace

SearchReport report_search(const std::string& source, const Dataset& dataset,
                           const SearchOptions& options, Selection selection, StageTimes times) {
    SearchReport report;
    report.options = options;
    report.result = search(dataset, options);
    for (const auto& [stage, seconds] : report.result.times.stages()) times.add(stage, seconds);
    report.choice = choose(report.result, dataset.classes, selection);
    report.methods = compare_methods(report.result, dataset.classes, selection);
    const GridPoint& point = report.result.candidates[report.choice.representative].point;
    report.run = {.source = source,
                  .options = options_at(point, options.run),
                  .dataset = summarize(dataset),
                  .cv = report.choice.cv,
                  .times = std::move(times),
                  .threads = num_threads(),
                  .peak_bytes = peak_bytes()};
    return report;
}

std::string to_json(const SearchReport& report) {
    Json json = Json::parse(to_json(report.run));
    json["search"] = {{"select", name_of(report.choice.selection)},
                      {"optimistic", report.choice.selection == Selection::paper},
                      {"configurations", report.result.candidates.size()},
                      {"evaluated", count_complete(report.result.candidates)},
                      {"from_journal", report.result.num_from_journal},
                      {"out_of_time", report.result.out_of_time},
                      {"chosen", chosen_of(report)},
                      {"methods", methods_of(report)},
                      {"points", points_of(report)}};
    return json.dump(2) + "\n";
}

std::string to_table(const SearchReport& report) {
    std::string text;
    const Text out(text);
    const DatasetSummary& dataset = report.run.dataset;
    fmt::format_to(out, "{}: {} graphs, {} classes, {} nodes\n", dataset.name, dataset.graphs,
                   dataset.classes, dataset.nodes);
    fmt::format_to(out, "select {}: {}{}\n", name_of(report.choice.selection), status_of(report),
                   report.options.run.inductive ? ", fitted on training folds only" : "");
    write_chosen(out, report);
    write_best(out, report);
    write_methods(out, report);
    write_accuracy(out, report);
    fmt::format_to(out, "\nseconds ");
    for (const auto& [stage, seconds] : report.run.times.stages())
        fmt::format_to(out, " {} {:.1f} ", stage, seconds);
    fmt::format_to(out, " total {:.1f}   ({} threads, peak {:.0f} MiB)\n", report.run.times.total(),
                   report.run.threads, static_cast<double>(report.run.peak_bytes) / (1 << 20));
    return text;
}

}  // namespace dhgak
