// SPDX-License-Identifier: MIT
#include "run/render/json.h"

#include "dhgak/core/version.h"
#include "kernels/registry.h"

namespace dhgak {
namespace {

Json config_of(const Report& report) {
    Json config = {{"data", report.source}};
    config.update(json_of(kernel_settings(report.options)));
    config.update(json_of(judging_settings(report.options)));
    if (has_own_folds(report.options) && report.evaluation)
        config["folds"] = report.evaluation->cv.folds.size();
    config.update(json_of(source_settings(report.options)));
    config.update(json_of_identity(report.identity));
    config["threads"] = report.threads;
    return config;
}

Json dataset_of(const Report& report) {
    const DatasetSummary& dataset = report.dataset;
    return {{"name", dataset.name},
            {"graphs", dataset.graphs},
            {"classes", dataset.classes},
            {"nodes", dataset.nodes},
            {"edges", dataset.edges},
            {"labels", dataset.labels},
            {"majority", dataset.majority},
            {"class_names", dataset.class_names},
            {"labels_are_degrees", dataset.labels_are_degrees},
            {"atoms", dataset.atoms},
            {"edge_labels", dataset.edge_labels},
            {"edge_labels_used", edge_labels_used(dataset, report.options)},
            {"attributes", dataset.attributes},
            {"unknown_classes", dataset.unknown_classes}};
}

Json seconds_of(const StageTimes& times) {
    Json seconds;
    for (const char* stage : {"read", "slice", "embed", "align", "kernel", "learn"})
        seconds[stage] = times.seconds(stage);
    for (const auto& [stage, spent] : times.stages()) seconds[stage] = spent;
    seconds["total"] = times.total();
    return seconds;
}

}  // namespace

Json number_or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

Json json_of(const std::vector<Setting>& settings) {
    Json json = Json::object();
    for (const Setting& setting : settings)
        std::visit([&](const auto& value) { json[setting.name] = value; }, setting.value);
    return json;
}

// Every score of classes, in the order of their table.
Json scores_json(const Scores& scores) {
    Json json = Json::object();
    for (const ScoreInfo* score : scores_of(Targets::Kind::classes))
        json[std::string(score->name)] = number_or_null(scores[score->name]);
    return json;
}

Json json_of_identity(const std::string& identity) {
    Json json = Json::object();
    if (!identity.empty())
        for (const auto& [name, value] : Spec::parse("of:" + identity).options) json[name] = value;
    return json;
}

Json fold_json(const FoldResult& fold, std::span<const std::size_t> graph_ids,
               const std::vector<std::string>& class_names) {
    Json predictions = Json::array();
    for (std::size_t i = 0; i < fold.graphs.size(); ++i) {
        Json entry = {{"graph", graph_ids[fold.graphs[i]]},
                      {"class", class_names[fold.predictions[i]]}};
        if (!fold.decisions.empty()) entry["decision"] = fold.decisions[i];
        predictions.push_back(std::move(entry));
    }
    return {{"accuracy", fold.accuracy()},
            {"C", fold.C},
            {"repeat", fold.repeat},
            {"scores", scores_json(fold.scores)},
            {"auroc", number_or_null(fold.scores["auroc"])},
            {"average_precision", number_or_null(fold.scores["ap"])},
            {"predictions", std::move(predictions)}};
}

// `std` is over folds; the interval is Student's t with Nadeau and Bengio's correction, which a
// single fold does not give.
Json accuracy_json(const CvResult& cv) {
    return {{"mean", cv.mean},
            {"std", cv.std},
            {"std_over_repeats", cv.std_over_repeats},
            {"interval95", cv.folds.size() < 2 ? Json() : Json{cv.interval.low, cv.interval.high}}};
}

Json json_of(const Report& report) {
    Json json = {{"config", config_of(report)}, {"dataset", dataset_of(report)}};
    if (report.evaluation) {
        const Evaluation& evaluation = *report.evaluation;
        const CvResult& cv = evaluation.cv;
        json["folds"] = Json::array();
        for (const FoldResult& fold : cv.folds)
            json["folds"].push_back(
                fold_json(fold, evaluation.graph_ids, report.dataset.class_names));
        json["held_out"] = evaluation.held_out;
        json["accuracy"] = accuracy_json(cv);
        json["balanced_accuracy"] = number_or_null(cv.scores["balanced"]);
        json["auroc"] = number_or_null(cv.scores["auroc"]);
        json["average_precision"] = number_or_null(cv.scores["ap"]);
        json["scores"] = scores_json(cv.scores);
        json["confusion"] = cv.confusion;
        if (!evaluation.num_columns.empty()) {  // a search has many of both
            json["learner"] = evaluation.learner;
            json["columns"] = evaluation.num_columns;
        }
        if (traits_of(report.options.kernel.method).uses_slices)
            json["codebook"] = {{"graphs", evaluation.codebook.graphs},
                                {"rest", evaluation.codebook.rest}};
        json["choosing_graphs"] = evaluation.choosing_graphs;
        json["straddling_duplicates"] = evaluation.straddling;
    }
    json["seconds"] = seconds_of(report.times);
    json["peak_bytes"] = report.peak_bytes;
    json["version"] = version();
    json["build"] = build();
    json["seed"] = report.options.seed;
    return json;
}

std::string text_of(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string to_json(const Report& report) { return text_of(json_of(report)); }

}  // namespace dhgak
