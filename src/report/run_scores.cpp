// SPDX-License-Identifier: MIT
#include "report/run_scores.h"

#include <algorithm>
#include <vector>

#include "dhgak/learn/statistics.h"

namespace dhgak {

Json without_predictions(Json datasets) {
    for (Json& dataset : datasets)
        if (dataset.contains("scores"))
            for (Json& score : dataset.at("scores")) score.erase("folds");
    return datasets;
}

std::optional<double> test_per_train(const JsonValue& run) {
    const JsonValue dataset = run.at("dataset"), folds = run.at("folds");
    const auto graphs = dataset.find("graphs"), unknown = dataset.find("unknown_classes");
    const double known = (graphs ? graphs->number() : 0) - (unknown ? unknown->number() : 0);
    double sum = 0;
    for (std::size_t f = 0; f < folds.size(); ++f) {
        const auto predictions = folds.item(f).find("predictions");
        const auto tests = static_cast<double>(predictions ? predictions->size() : 0);
        if (tests == 0 || tests >= known) return std::nullopt;
        sum += tests / (known - tests);
    }
    if (folds.size() < 2) return std::nullopt;
    return sum / static_cast<double>(folds.size());
}

Json auroc_interval(const JsonValue& run) {
    const std::optional<double> ratio = test_per_train(run);
    if (!ratio) return nullptr;
    std::vector<double> areas;
    run.at("folds").for_each([&](const JsonValue& fold) {
        if (const auto area = fold.find("auroc")) areas.push_back(area->share());
    });
    if (areas.size() < run.at("folds").size()) return nullptr;
    const Interval interval = corrected_interval(areas, *ratio);
    return {std::max(0.0, interval.low), std::min(1.0, interval.high)};
}

}  // namespace dhgak
