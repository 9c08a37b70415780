// SPDX-License-Identifier: MIT
#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compare/configurations.h"
#include "dhgak/compare/compare.h"
#include "dhgak/core/version.h"
#include "dhgak/learn/statistics.h"
#include "run/render/json.h"
#include "run/render/lines.h"
#include "search/scores.h"

namespace dhgak {
namespace {

Json config_of(const Comparison& comparison) {
    Json config = Json::object();
    for (const SliceOption& option : slice_options(comparison.options)) {
        Json values = Json::array();
        for (const Setting& value : option.values) values.push_back(json_of({value})[option.name]);
        config[option.name] = values.size() == 1 ? values.front() : values;
    }
    config.update(json_of(judging_settings(comparison.options.run)));
    config["threads"] = comparison.threads;
    return config;
}

Json chosen_json(const ContenderScore& score, std::span<const RunOptions> configurations) {
    Json json = Json::array();
    for (const Chosen& chosen : chosen_of(score, configurations)) {
        Json point = json_of(kernel_settings(chosen.options));
        point.update(json_of_identity(resolve(chosen.options).kernel->identity()));
        json.push_back({{"point", std::move(point)}, {"folds", chosen.folds}});
    }
    return json;
}

Json score_json(const Contender& contender, const ContenderScore& score,
                const DatasetScores& dataset, const RunOptions& run) {
    Json json = {{"kernel", contender.title}, {"configurations", score.configurations}};
    if (!score.failure.empty()) {
        json["failure"] = score.failure;
        return json;
    }
    json["chosen"] = chosen_json(score, list_options(contender.grid, run));
    json["edge_labels_used"] = score.edge_labels_used;
    json["accuracy"] = accuracy_json(score.cv);
    json["fold_accuracies"] = accuracies_of(score.cv);
    json["folds"] = Json::array();
    for (const FoldResult& fold : score.cv.folds)
        json["folds"].push_back(fold_json(fold, dataset.graph_ids, dataset.dataset.class_names));
    json["balanced_accuracy"] = number_or_null(score.cv.scores["balanced"]);
    json["auroc"] = number_or_null(score.cv.scores["auroc"]);
    json["average_precision"] = number_or_null(score.cv.scores["ap"]);
    json["rank"] = score.rank;
    json["p_against_best"] = number_or_null(score.p_value);
    json["kernel_seconds"] = score.kernel_seconds;
    json["total_seconds"] = score.total_seconds;
    json["peak_bytes"] = score.peak_bytes;
    return json;
}

// The contenders by rank, those without a result last.
std::vector<std::size_t> order_of(const std::vector<ContenderScore>& scores) {
    std::vector<std::size_t> order(scores.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t k) {
        return std::pair(!scores[k].failure.empty(), scores[k].rank);
    });
    return order;
}

std::string rank_text(double rank) { return fmt::format("{:g}", rank); }

// Those that have a result, by whether they read a part of the data.
struct Readers {
    std::vector<std::string> readers, others;

    Readers(const Comparison& comparison, const DatasetScores& dataset,
            const std::function<bool(const Contender&, const ContenderScore&)>& reads) {
        for (std::size_t k = 0; k < dataset.scores.size(); ++k) {
            const Contender& contender = comparison.options.contenders[k];
            const ContenderScore& score = dataset.scores[k];
            if (score.failure.empty())
                (reads(contender, score) ? readers : others).push_back(contender.title);
        }
    }

    // Nothing where no kernel has a result.
    void add_to(Document& document, const std::string& what) const {
        if (!readers.empty())
            document.line(fmt::format(
                "{} are used by {}{}", what, fmt::join(readers, ", "),
                others.empty() ? "" : fmt::format("; not by {}", fmt::join(others, ", "))));
        else if (!others.empty())
            document.line(what + " are there and not used by these kernels");
    }
};

bool any_configuration(const Comparison& comparison, const Contender& contender,
                       bool (*reads)(const RunOptions&)) {
    return std::ranges::any_of(list_options(contender.grid, comparison.options.run), reads);
}

// What there is of node labels, edge labels and attributes, and which of the contenders use it.
void add_use_of_data(Document& document, const Comparison& comparison,
                     const DatasetScores& dataset) {
    const DatasetSummary& summary = dataset.dataset;
    if (summary.labels_are_degrees)
        document.line(fmt::format("no node labels ({} degrees instead)", summary.labels));
    if (summary.edge_labels > 0)
        Readers(comparison, dataset, [](const Contender&, const ContenderScore& score) {
            return score.edge_labels_used;
        }).add_to(document, fmt::format("edge labels ({} kinds)", summary.edge_labels));
    else if (std::ranges::any_of(comparison.options.contenders, [&](const Contender& contender) {
                 return any_configuration(comparison, contender, uses_edge_labels);
             }))
        document.line("there are no edge labels that could be used");
    if (summary.attributes > 0)
        Readers(comparison, dataset, [&](const Contender& contender, const ContenderScore&) {
            return any_configuration(comparison, contender, uses_attributes);
        }).add_to(document, fmt::format("node attributes ({} columns)", summary.attributes));
}

void add_scores(Document& document, const Comparison& comparison, const DatasetScores& dataset) {
    const DatasetSummary& summary = dataset.dataset;
    document.line("");
    document.line(fmt::format("{}: {} graphs, {} classes, majority class {}, {}", summary.name,
                              summary.graphs, summary.classes, percent(summary.majority),
                              folds_text(dataset.folds)));
    if (dataset.straddling > 0)
        document.line(straddling_text(dataset.straddling, comparison.options.run));
    add_use_of_data(document, comparison, dataset);
    TextTable table = {.header = {"rank", "kernel", "accuracy", "95 % interval", "p"}, .rows = {}};
    const bool has_ranking = summary.classes == 2;
    if (has_ranking) table.header.insert(table.header.end(), {"AUROC", "average precision"});
    table.header.insert(table.header.end(), {"kernel s", "total s", "peak MiB"});
    const bool has_choice = std::ranges::any_of(
        dataset.scores, [](const ContenderScore& score) { return score.configurations > 1; });
    if (has_choice) table.header.emplace_back("chosen most often");
    std::vector<std::string> failures;
    for (const std::size_t k : order_of(dataset.scores)) {
        const ContenderScore& score = dataset.scores[k];
        const Contender& contender = comparison.options.contenders[k];
        const std::string& title = contender.title;
        if (!score.failure.empty()) {
            failures.push_back(fmt::format("{} has no result: {}", title, score.failure));
            continue;
        }
        std::vector<std::string> row = {
            rank_text(score.rank), title, mean_text(score.cv),
            dataset.folds < 2 ? "-"
                              : fmt::format("{:.2f} to {:.2f}", 100 * score.cv.interval.low,
                                            100 * score.cv.interval.high),
            table.rows.empty() ? "best" : p_text(score.p_value)};
        if (has_ranking)
            for (const char* name : {"auroc", "ap"}) {
                const std::optional<double> value = score.cv.scores[name];
                row.push_back(value ? fmt::format("{:.4f}", *value) : "");
            }
        row.insert(row.end(), {fmt::format("{:.2f}", score.kernel_seconds),
                               fmt::format("{:.2f}", score.total_seconds),
                               fmt::format("{}", score.peak_bytes >> 20)});
        if (has_choice)
            row.push_back(choice_text(score, list_options(contender.grid, comparison.options.run)));
        table.rows.push_back(std::move(row));
    }
    if (!table.rows.empty()) document.table(std::move(table));
    for (std::string& failure : failures) document.line(std::move(failure));
}

void add_standings(Document& document, const Comparison& comparison) {
    if (comparison.datasets.size() < 2) return;
    document.line("");
    if (comparison.ranked_datasets == 0)
        return document.line("no dataset has a result of every kernel, so there are no mean ranks");
    document.line(fmt::format("over {} datasets", comparison.ranked_datasets));
    std::vector<std::size_t> order(comparison.standings.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {},
                             [&](std::size_t k) { return comparison.standings[k].mean_rank; });
    TextTable table = {.header = {"mean rank", "kernel", "mean accuracy", "p"}, .rows = {}};
    for (const std::size_t k : order) {
        const Standing& standing = comparison.standings[k];
        table.rows.push_back({fmt::format("{:.2f}", standing.mean_rank),
                              comparison.options.contenders[k].title,
                              percent(standing.mean_accuracy),
                              k == order.front() ? "best" : p_text(standing.p_value)});
    }
    document.table(std::move(table));
    document.line(
        comparison.ranked_datasets < kFewestPairs
            ? fmt::format("p over datasets takes {} of them or more", kFewestPairs)
            : "p: that a difference from the best arises by chance; over datasets Wilcoxon's "
              "signed-rank test with Holm's correction");
    if (comparison.critical_difference > 0)
        document.line(
            fmt::format("mean ranks closer than {:.2f} cannot be told apart (Nemenyi, 5 %)",
                        comparison.critical_difference));
}

}  // namespace

std::string to_json(const Comparison& comparison) {
    const std::vector<Contender>& contenders = comparison.options.contenders;
    Json json = {{"compare",
                  {{"kernels", Json::array()},
                   {"ranked_datasets", comparison.ranked_datasets},
                   {"critical_difference", comparison.critical_difference},
                   {"from_journal", comparison.num_from_journal}}},
                 {"config", config_of(comparison)},
                 {"datasets", Json::array()}};
    for (std::size_t k = 0; k < contenders.size(); ++k) {
        Json kernel = {{"kernel", contenders[k].title}};
        if (!comparison.standings.empty()) {
            kernel["mean_rank"] = comparison.standings[k].mean_rank;
            kernel["mean_accuracy"] = comparison.standings[k].mean_accuracy;
            kernel["p_against_best"] = number_or_null(comparison.standings[k].p_value);
        }
        json["compare"]["kernels"].push_back(std::move(kernel));
    }
    for (const DatasetScores& dataset : comparison.datasets) {
        Json scores = Json::array();
        for (std::size_t k = 0; k < contenders.size(); ++k)
            scores.push_back(
                score_json(contenders[k], dataset.scores[k], dataset, comparison.options.run));
        json["datasets"].push_back({{"data", dataset.source},
                                    {"name", dataset.dataset.name},
                                    {"graphs", dataset.dataset.graphs},
                                    {"classes", dataset.dataset.classes},
                                    {"majority", dataset.dataset.majority},
                                    {"edge_labels", dataset.dataset.edge_labels},
                                    {"folds", dataset.folds},
                                    {"straddling_duplicates", dataset.straddling},
                                    {"scores", std::move(scores)}});
    }
    double seconds = 0;
    std::size_t peak_bytes = 0;
    for (const DatasetScores& dataset : comparison.datasets)
        for (const ContenderScore& score : dataset.scores) {
            seconds += score.total_seconds;
            peak_bytes = std::max(peak_bytes, score.peak_bytes);
        }
    json["seconds"] = {{"total", seconds}};
    json["peak_bytes"] = peak_bytes;
    json["version"] = version();
    json["build"] = build();
    json["seed"] = comparison.options.run.seed;
    return text_of(json);
}

Document to_document(const Comparison& comparison) {
    Document document;
    const RunOptions& run = comparison.options.run;
    document.line(fmt::format(
        "{} kernels on the same folds{}{}, seed {}; p against the best by the corrected resampled "
        "t-test",
        comparison.options.contenders.size(),
        comparison.options.run.folds.inductive ? ", inductive" : "",
        run.folds.repeats > 1 ? fmt::format(", {} repeats", run.folds.repeats) : "", run.seed));
    if (const std::string slices = slices_text(comparison.options); !slices.empty())
        document.line(slices);
    for (const DatasetScores& dataset : comparison.datasets)
        add_scores(document, comparison, dataset);
    add_standings(document, comparison);
    return document;
}

}  // namespace dhgak
