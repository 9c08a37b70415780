// SPDX-License-Identifier: MIT
#include "run/render/lines.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "kernels/registry.h"

namespace dhgak {
namespace {

void add_confusion(Document& document, const Evaluation& evaluation,
                   const std::vector<std::string>& class_names) {
    const ConfusionMatrix& confusion = evaluation.cv.confusion;
    document.line("");
    if (confusion.size() > kMostTabledClasses) {
        document.line(fmt::format(
            "the confusion matrix of {} classes is in the JSON report (--json)", confusion.size()));
        return;
    }
    document.table(confusion_table(confusion, class_names));
}

// `; wl:edges=yes uses them`: how a kernel would; empty where it cannot.
std::string remedy_for_edge_labels(const Spec& kernel) {
    if (traits_of(kernel).uses_slices) return "; --refine 0,1 --edges use uses them";
    const std::optional<Spec> remedy = with_option(kernel, "edges", "yes");
    return remedy && traits_of(*remedy).uses_edge_labels
               ? fmt::format("; {} uses them", remedy->text())
               : "";
}

std::string remedy_for_attributes(const Spec& kernel) {
    if (traits_of(kernel).uses_slices) return "; --attributes mean uses them";
    for (const auto& [key, value] : {std::pair{"attributes", "yes"}, {"nodes", "attributes"}})
        if (const std::optional<Spec> remedy = with_option(kernel, key, value))
            return fmt::format("; --kernel {} uses them", remedy->text());
    return {};
}

// That of the first configuration which has one.
std::string first_remedy(std::span<const RunOptions> configurations,
                         std::string (*remedy_for)(const Spec&)) {
    for (const RunOptions& configuration : configurations)
        if (std::string remedy = remedy_for(configuration.kernel.method); !remedy.empty())
            return remedy;
    return {};
}

// `what`, which is there, and how many of the configurations use it; a remedy where none does.
std::string use_text(const std::string& what, std::size_t users, std::size_t all,
                     const std::string& remedy) {
    if (users == all) return what + " are used";
    if (users > 0) return fmt::format("{} are used by {} of {} configurations", what, users, all);
    return fmt::format("{} are there and not used by {}{}", what,
                       all > 1 ? "any configuration" : "this kernel", remedy);
}

}  // namespace

TextTable confusion_table(const ConfusionMatrix& confusion, const std::vector<std::string>& names) {
    TextTable table = {.header = {"true class, predicted as"}, .rows = {}};
    for (std::size_t c = 0; c < confusion.size(); ++c) {
        table.header.push_back(names[c]);
        std::vector<std::string> row = {names[c]};
        for (const std::size_t count : confusion[c]) row.push_back(fmt::format("{}", count));
        table.rows.push_back(std::move(row));
    }
    return table;
}

void add_dataset(Document& document, const Report& report) {
    const DatasetSummary& dataset = report.dataset;
    document.line(
        fmt::format("{}: {} graphs, {} classes, {} nodes, {} edges, {}", dataset.name,
                    dataset.graphs, dataset.classes, dataset.nodes, dataset.edges,
                    dataset.labels_are_degrees
                        ? fmt::format("no node labels ({} degrees instead)", dataset.labels)
                        : fmt::format("{} node labels", dataset.labels)));
}

void add_labels(Document& document, const DatasetSummary& dataset,
                std::span<const RunOptions> configurations) {
    const std::size_t all = configurations.size();
    const auto readers =
        static_cast<std::size_t>(std::ranges::count_if(configurations, uses_edge_labels));
    if (dataset.edge_labels > 0)
        document.line(use_text(fmt::format("edge labels ({} kinds)", dataset.edge_labels), readers,
                               all, first_remedy(configurations, remedy_for_edge_labels)));
    else if (readers > 0)
        document.line("there are no edge labels that could be used");
    const auto users =
        static_cast<std::size_t>(std::ranges::count_if(configurations, uses_attributes));
    if (dataset.attributes > 0 && users < all)
        document.line(use_text(fmt::format("node attributes ({} columns)", dataset.attributes),
                               users, all, first_remedy(configurations, remedy_for_attributes)));
}

void add_notes(Document& document, const Report& report) {
    add_notes(document, report, {&report.options, 1});
}

void add_notes(Document& document, const Report& report,
               std::span<const RunOptions> configurations) {
    const DatasetSummary& dataset = report.dataset;
    const KernelTraits& traits = traits_of(report.options.kernel.method);
    if (dataset.unknown_classes > 0)
        document.line(
            fmt::format("{} graphs without a class are left out", dataset.unknown_classes));
    add_labels(document, dataset, configurations);
    if (report.options.folds.inductive)
        document.line("inductive: the kernel is fitted on the training graphs of each fold only");
    if (report.options.folds.split == SplitBy::scaffold)
        document.line("molecules of one scaffold are in one fold");
    if (!report.evaluation) return;
    const Evaluation& evaluation = *report.evaluation;
    if (evaluation.straddling > 0)
        document.line(straddling_text(evaluation.straddling, report.options));
    if (evaluation.codebook.rest > 0)
        document.line(fmt::format(
            "vectors and clusters are learned from {} graphs (--codebook-graphs); the slices of "
            "the other {} are put into these clusters",
            evaluation.codebook.graphs, evaluation.codebook.rest));
    if (evaluation.choosing_graphs > 0)
        document.line(fmt::format("C is chosen by {} of the training graphs (--inner-graphs)",
                                  evaluation.choosing_graphs));
    if (!evaluation.num_columns.empty())
        document.line(fmt::format(
            "learner {}; {}: {}", evaluation.learner,
            traits.uses_clusters ? "clusters at hop 0, 1, .. (those of all T clusterings together)"
            : traits.level.empty() ? "columns"
                                   : fmt::format("columns by {}", traits.level),
            fmt::join(evaluation.num_columns, " ")));
}

void add_accuracy(Document& document, const Report& report, std::string_view kind) {
    const CvResult& cv = report.evaluation->cv;
    const bool held_out = report.evaluation->held_out;
    std::string line = held_out
                           ? fmt::format("accuracy {} on {} held-out graphs ({})", percent(cv.mean),
                                         cv.folds.front().test_size, split_text(report.options))
                           : fmt::format("{}{}accuracy {} over {}", kind, kind.empty() ? "" : " ",
                                         mean_text(cv), folds_text(cv.folds.size()));
    if (cv.repeats > 1)
        line += fmt::format(", +- {:.2f} over {} repeats", 100 * cv.std_over_repeats, cv.repeats);
    document.line("");
    document.line(line + fmt::format("   (majority class {})", percent(report.dataset.majority)));
    line.clear();
    if (cv.folds.size() > 1)
        line = fmt::format("95 % interval {:.2f} to {:.2f} %   ", 100 * cv.interval.low,
                           100 * cv.interval.high);
    std::string separator;
    for (const ScoreInfo* score : scores_of(Targets::Kind::classes))
        if (const auto value = cv.scores[score->name]; value && score->name != "accuracy") {
            line += fmt::format("{}{} {}", separator, score->title, text_of(*score, *value));
            separator = "   ";
        }
    document.line(line);
    add_confusion(document, *report.evaluation, report.dataset.class_names);
}

std::string mean_text(const CvResult& cv) {
    return cv.folds.size() > 1 ? percent(cv.mean, cv.std) : percent(cv.mean);
}

void number_folds(TextTable& table, const CvResult& cv) {
    const bool has_repeats = cv.repeats > 1;
    table.header.insert(table.header.begin(), "fold");
    if (has_repeats) table.header.insert(table.header.begin(), "repeat");
    std::size_t repeat = 0, fold_of_repeat = 0;
    for (std::size_t f = 0; f < cv.folds.size(); ++f) {
        if (cv.folds[f].repeat != repeat) fold_of_repeat = 0;
        repeat = cv.folds[f].repeat;
        std::vector<std::string>& row = table.rows[f];
        row.insert(row.begin(), fmt::format("{}", fold_of_repeat++));
        if (has_repeats) row.insert(row.begin(), fmt::format("{}", repeat));
    }
}

std::string folds_text(std::size_t folds) {
    return folds == 1 ? "1 fold" : fmt::format("{} folds", folds);
}

std::string straddling_text(std::size_t graphs, const RunOptions& options) {
    const bool can_group = options.folds.splits.empty() && options.folds.split == SplitBy::random;
    return fmt::format(
        "{} test graphs look just like one of their training graphs, which flatters the result{}",
        graphs, can_group ? "; --group-duplicates keeps such graphs in one fold" : "");
}

std::string p_text(const std::optional<double>& p_value) {
    return p_value ? fmt::format("{:.3f}", *p_value) : "-";
}

void add_times(Document& document, const Report& report) {
    std::string line = "seconds";
    for (const auto& [stage, seconds] : report.times.stages())
        line += fmt::format("  {} {:.3f}", stage, seconds);
    document.line("");
    document.line(line + fmt::format("  total {:.3f}   ({} threads, peak {:.0f} MiB)",
                                     report.times.total(), report.threads,
                                     static_cast<double>(report.peak_bytes) / (1 << 20)));
}

}  // namespace dhgak
