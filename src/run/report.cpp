// SPDX-License-Identifier: MIT
#include "dhgak/run/report.h"

#include <algorithm>

#include <fmt/format.h>

#include "run/render/lines.h"

namespace dhgak {
namespace {

TextTable fold_table(const CvResult& cv) {
    TextTable table = {.header = {"tests", "accuracy", "C"}, .rows = {}};
    for (const FoldResult& fold : cv.folds)
        table.rows.push_back({fmt::format("{}", fold.test_size), percent(fold.accuracy()),
                              fmt::format("{:g}", fold.C)});
    number_folds(table, cv);
    return table;
}

}  // namespace

DatasetSummary summarize(const Dataset& dataset) {
    return {.name = dataset.name,
            .graphs = dataset.num_graphs(),
            .classes = dataset.num_classes(),
            .nodes = dataset.num_nodes(),
            .edges = dataset.num_edges(),
            .labels = dataset.num_labels(),
            .majority = majority_share(dataset),
            .class_names = dataset.targets.class_names,
            .labels_are_degrees = dataset.labels_are_degrees,
            .edge_labels = dataset.edge_label_names.size(),
            .attributes = dataset.attributes.cols(),
            .unknown_classes = static_cast<std::size_t>(
                std::ranges::count(dataset.targets.classes, kUnknownClass)),
            .atoms = dataset.atoms};
}

bool edge_labels_used(const DatasetSummary& dataset, const RunOptions& options) {
    return dataset.edge_labels > 0 && uses_edge_labels(options);
}

Document to_document(const Report& report) {
    Document document;
    add_dataset(document, report);
    document.line(fmt::format("{}  seed={}", text_of(report.options), report.options.seed));
    add_notes(document, report);
    if (report.evaluation) {
        document.line("");
        document.table(fold_table(report.evaluation->cv));
        add_accuracy(document, report);
    }
    add_times(document, report);
    return document;
}

std::string to_table(const Report& report) { return to_document(report).as_text(); }

std::string accuracy_text(const Report& report) {
    Document document;
    add_accuracy(document, report);
    return document.as_text();
}

std::string labels_text(const Report& report) {
    Document document;
    add_labels(document, report.dataset, {&report.options, 1});
    return document.as_text();
}

std::string times_text(const Report& report) {
    Document document;
    add_times(document, report);
    return document.as_text();
}

}  // namespace dhgak
