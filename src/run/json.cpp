// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "dhgak/core/version.h"
#include "dhgak/run/names.h"
#include "dhgak/run/report.h"

namespace dhgak {
namespace {

using Json = nlohmann::ordered_json;

Json config_of(const Report& report) {
    const AlignOptions& align = report.options.align;
    const CvOptions& cv = report.options.cv;
    return {{"data", report.source},
            {"kernel", report.options.kernel.text()},
            {"H", align.slices.H},
            {"b", align.slices.b},
            {"alpha", shortest(align.alpha)},
            {"nlm", align.embed.nlm.text()},
            {"attributes", align.embed.attributes.text()},
            {"cluster", text_of(align.cluster)},
            {"cluster_factor", align.cluster_factor},
            {"T", align.T},
            {"short_hops", name_of(align.slices.short_hops)},
            {"hop0", name_of(align.slices.hop0)},
            {"first_hop", align.first_hop},
            {"folds", cv.folds},
            {"inner_folds", cv.inner_folds},
            {"repeats", cv.repeats},
            {"inductive", report.options.inductive},
            {"C", cv.C},
            {"seed", align.seed},
            {"threads", report.threads}};
}

Json dataset_of(const DatasetSummary& dataset) {
    return {{"name", dataset.name},        {"graphs", dataset.graphs}, {"classes", dataset.classes},
            {"nodes", dataset.nodes},      {"edges", dataset.edges},   {"labels", dataset.labels},
            {"majority", dataset.majority}};
}

Json number_or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

Json fold_of(const FoldResult& fold) {
    return {{"accuracy", fold.accuracy},
            {"C", fold.C},
            {"repeat", fold.repeat},
            {"auroc", number_or_null(fold.auroc)}};
}

// `std` is over folds; the interval is Student's t with Nadeau and Bengio's correction.
Json accuracy_of(const CvResult& cv) {
    return {{"mean", cv.mean},
            {"std", cv.std},
            {"std_over_repeats", cv.std_over_repeats},
            {"interval95", {cv.interval.low, cv.interval.high}}};
}

Json seconds_of(const StageTimes& times) {
    Json seconds;
    for (const char* stage : {"read", "slice", "embed", "align", "kernel", "learn"})
        seconds[stage] = times.seconds(stage);
    seconds["total"] = times.total();
    return seconds;
}

}  // namespace

std::string to_json(const Report& report) {
    Json json = {{"config", config_of(report)}, {"dataset", dataset_of(report.dataset)}};
    if (report.cv) {
        json["folds"] = Json::array();
        for (const FoldResult& fold : report.cv->folds) json["folds"].push_back(fold_of(fold));
        json["accuracy"] = accuracy_of(*report.cv);
        json["balanced_accuracy"] = report.cv->balanced_accuracy;
        json["auroc"] = number_or_null(report.cv->auroc);
        json["confusion"] = report.cv->confusion;
    }
    json["seconds"] = seconds_of(report.times);
    json["peak_bytes"] = report.peak_bytes;
    json["version"] = version();
    json["seed"] = report.options.align.seed;
    return json.dump(2) + "\n";
}

}  // namespace dhgak
