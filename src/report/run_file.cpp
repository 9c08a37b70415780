// SPDX-License-Identifier: MIT
#include "report/run_file.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <unordered_set>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "io/json_text.h"

namespace dhgak {
namespace {

// More of them than any run has, and few enough that a figure or a page can be made.
constexpr std::size_t kMostKernels = 1000;
constexpr double kMostRank = 1e6;
constexpr double kMostDecision = 1e12;

void check_share(const JsonValue& object, std::string_view name) {
    if (const auto value = object.find(name)) value->share();
}

void check_number(const JsonValue& object, std::string_view name, double low = 0) {
    if (const auto value = object.find(name))
        value->number_in(low, std::numeric_limits<double>::max());
}

void check_count(const JsonValue& object, std::string_view name) {
    if (const auto value = object.find(name)) value->count();
}

void check_flag(const JsonValue& object, std::string_view name) {
    if (const auto value = object.find(name)) value->flag();
}

void check_text(const JsonValue& object, std::string_view name) {
    if (const auto value = object.find(name)) value->text();
}

// `check(item)` for each item of an array that may be absent.
template <typename Check>
void check_each(const JsonValue& object, std::string_view name, const Check& check) {
    if (const auto value = object.find(name)) value->for_each(check);
}

void check_mean(const JsonValue& object, std::string_view name) {
    if (const auto value = object.find(name)) check_share(value->object(), "mean");
}

void check_accuracy(const JsonValue& accuracy) {
    accuracy.at("mean").share();
    check_number(accuracy, "std");
    const auto interval = accuracy.find("interval95");
    if (!interval) return;
    if (interval->size() != 2) interval->refuse("two numbers");
    interval->for_each([](const JsonValue& end) { end.number(); });
}

// Options by name; what they are set to is shown as it is.
void check_options(const JsonValue& options) {
    for (const std::string& name : options.names())
        if (const auto value = options.find(name); value && value->json().is_object())
            value->refuse("a number, a text or a list");
}

void check_config(const JsonValue& config) {
    check_options(config);
    check_text(config, "data");
    check_text(config, "kernel");
    constexpr std::array<std::string_view, 3> kScores = {"accuracy", "balanced", "auroc"};
    if (const auto score = config.find("score");
        score && std::ranges::count(kScores, score->text()) == 0)
        score->refuse("accuracy, balanced or auroc");
}

void check_dataset(const JsonValue& dataset) {
    dataset.at("name").text();
    for (const char* name : {"graphs", "classes", "nodes", "edges", "labels", "edge_labels",
                             "attributes", "unknown_classes"})
        check_count(dataset, name);
    check_share(dataset, "majority");
    check_each(dataset, "class_names", [](const JsonValue& name) { name.text(); });
    check_flag(dataset, "edge_labels_used");
}

// The graphs and classes that predictions may name; empty or none where the file does not say.
struct Named {
    std::size_t graphs = std::numeric_limits<std::uint32_t>::max();
    std::unordered_set<std::string> classes;
};

Named named_by(const JsonValue& dataset) {
    Named named;
    if (const auto graphs = dataset.find("graphs")) named.graphs = graphs->count();
    check_each(dataset, "class_names",
               [&](const JsonValue& name) { named.classes.insert(name.text()); });
    return named;
}

void check_prediction(const JsonValue& prediction, const Named& named) {
    const JsonValue graph = prediction.at("graph");
    if (graph.count() >= named.graphs)
        graph.refuse(fmt::format("the number of a graph, below {}", named.graphs));
    const JsonValue name = prediction.at("class");
    const std::string& text = name.text();
    if (!named.classes.empty() && !named.classes.contains(text))
        name.refuse("one of dataset.class_names");
    if (const auto decision = prediction.find("decision"))
        decision->number_in(-kMostDecision, kMostDecision);
}

void check_fold(const JsonValue& fold, const Named& named) {
    fold.at("accuracy").share();
    check_number(fold, "C");
    if (const auto repeat = fold.find("repeat"))
        repeat->count(std::numeric_limits<std::int32_t>::max());
    check_share(fold, "auroc");
    check_share(fold, "average_precision");
    check_each(fold, "predictions",
               [&](const JsonValue& prediction) { check_prediction(prediction, named); });
}

// Rows are true classes, columns predicted ones.
void check_confusion(const JsonValue& confusion, std::size_t num_classes) {
    const auto require_classes = [&](const JsonValue& list) {
        if (list.size() != num_classes)
            list.refuse(fmt::format("one for each of {} classes", num_classes));
    };
    require_classes(confusion);
    confusion.for_each([&](const JsonValue& row) {
        require_classes(row);
        row.for_each([](const JsonValue& graphs) { graphs.count(); });
    });
}

void check_folds(const JsonValue& run, const JsonValue& folds) {
    const JsonValue dataset = run.at("dataset");
    dataset.at("majority");
    run.at("accuracy");
    run.at("config");
    const Named named = named_by(dataset);
    folds.for_each([&](const JsonValue& fold) { check_fold(fold, named); });
    if (const auto confusion = run.find("confusion"))
        check_confusion(*confusion, dataset.at("class_names").size());
}

void check_point(const JsonValue& point) {
    check_options(point.at("point"));
    check_share(point, "inner_score");
    check_share(point, "inner_accuracy");
    check_mean(point, "test_accuracy");
}

void check_search(const JsonValue& search) {
    check_text(search, "select");
    check_flag(search, "optimistic");
    search.at("points").for_each(check_point);
    check_each(search, "methods", [](const JsonValue& method) {
        method.at("method").text();
        method.at("configurations").count();
        check_accuracy(method.at("accuracy"));
        check_share(method, "p_against_best");
    });
    check_each(search, "chosen", [](const JsonValue& chosen) {
        check_options(chosen.at("point"));
        check_number(chosen, "C");
        check_share(chosen, "inner_score");
    });
    check_count(search, "using_edge_labels");
    if (search.has("using_edge_labels")) search.at("configurations").count();
}

void check_compare(const JsonValue& compare) {
    const JsonValue kernels = compare.at("kernels");
    if (kernels.size() > kMostKernels)
        kernels.refuse(fmt::format("at most {} kernels", kMostKernels));
    kernels.for_each([](const JsonValue& kernel) {
        kernel.at("kernel").text();
        if (const auto rank = kernel.find("mean_rank")) rank->number_in(1, kMostRank);
        check_share(kernel, "mean_accuracy");
        check_share(kernel, "p_against_best");
    });
    if (const auto difference = compare.find("critical_difference"))
        difference->number_in(0, kMostRank);
    check_count(compare, "ranked_datasets");
}

void check_score(const JsonValue& score, const Named& named) {
    score.at("kernel").text();
    check_count(score, "configurations");
    if (const auto failure = score.find("failure")) {
        failure->text();
        return;
    }
    check_accuracy(score.at("accuracy"));
    check_flag(score, "edge_labels_used");
    check_each(score, "fold_accuracies", [](const JsonValue& accuracy) { accuracy.share(); });
    check_each(score, "folds", [&](const JsonValue& fold) { check_fold(fold, named); });
    check_each(score, "chosen", [](const JsonValue& chosen) {
        check_options(chosen.at("point"));
        chosen.at("folds").count();
    });
    for (const char* name : {"balanced_accuracy", "auroc", "average_precision", "p_against_best"})
        check_share(score, name);
    check_number(score, "rank");
    check_number(score, "kernel_seconds");
    check_number(score, "total_seconds");
    check_count(score, "peak_bytes");
}

void check_compared(const JsonValue& dataset) {
    check_dataset(dataset);
    dataset.at("majority");
    dataset.at("graphs");
    const Named named = named_by(dataset);
    dataset.at("scores").for_each([&](const JsonValue& score) { check_score(score, named); });
}

void check_experiment(const JsonValue& run) {
    run.at("experiment").text();
    check_flag(run, "quick");
    check_each(run, "rows", [](const JsonValue& row) {
        row.at("dataset").text();
        check_share(row, "majority");
        row.at("results").for_each([](const JsonValue& result) {
            result.at("method").text();
            check_text(result, "unavailable");
            check_share(result, "mean");
            for (const char* name : {"nested", "best_of_grid", "paper"}) check_mean(result, name);
        });
    });
    check_each(run, "planes", [](const JsonValue& plane) {
        plane.at("dataset").text();
        plane.at("points").for_each(check_point);
    });
    check_each(run, "measurements", [](const JsonValue& measurement) {
        measurement.at("dataset").text();
        measurement.at("method").text();
        check_number(measurement, "seconds");
    });
}

void check_run(const JsonValue& run) {
    if (const auto config = run.find("config")) check_config(*config);
    if (const auto dataset = run.find("dataset")) check_dataset(*dataset);
    if (const auto accuracy = run.find("accuracy")) check_accuracy(*accuracy);
    for (const char* name : {"balanced_accuracy", "auroc", "average_precision"})
        check_share(run, name);
    if (const auto folds = run.find("folds")) check_folds(run, *folds);
    if (const auto search = run.find("search")) check_search(*search);
    if (const auto compare = run.find("compare")) {
        check_compare(*compare);
        run.at("datasets").for_each(check_compared);
    }
    if (run.has("experiment")) check_experiment(run);
    check_text(run, "learner");
    check_each(run, "columns", [](const JsonValue& columns) { columns.count(); });
    check_count(run, "straddling_duplicates");
    if (const auto seconds = run.find("seconds"))
        for (const std::string& stage : seconds->names()) check_number(*seconds, stage);
    check_count(run, "peak_bytes");
    check_text(run, "version");
    if (const auto seed = run.find("seed")) seed->count(std::numeric_limits<std::size_t>::max());
}

}  // namespace

Json parse_run(const RunFile& file) {
    Json json = parse_ordered_json(file.text, file.name);
    if (!json.is_object())
        throw InputError(
            fmt::format("{}: is not a JSON object, as --json of cv, search, compare "
                        "and the others writes it",
                        file.name));
    check_run(JsonValue(json, file.name));
    return json;
}

}  // namespace dhgak
