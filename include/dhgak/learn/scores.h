// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dhgak/graph/targets.h"
#include "dhgak/learn/predictor.h"
#include "dhgak/learn/statistics.h"

namespace dhgak {

// How right predictions are, as one number.
struct ScoreInfo {
    // What a number over several folds is: the mean of the folds that have one, or one of all
    // their predictions together.
    enum class Over { folds, predictions };

    std::string_view name;  // as options and JSON have it
    std::string_view title;
    Targets::Kind kind;  // of the targets that it judges
    bool larger_is_better = true;
    bool is_share = true;         // between 0 and 1, shown in percent
    bool of_two_classes = false;  // only
    Over inner = Over::folds;     // what a penalty is chosen by
    Over outer = Over::folds;     // what a run reports
    double chance = 0;            // what counts where no inner fold has one

    // Of predictions for `graphs`; none where it is not defined.
    std::optional<double> (*of)(const Targets& truth, std::span<const std::size_t> graphs,
                                const Predictions& said);

    bool is_better(double a, double b) const { return larger_is_better ? a > b : a < b; }
};

// The scores that judge a kind of targets; the first is what a run is summed up by.
std::vector<const ScoreInfo*> scores_of(Targets::Kind kind);

// Throws ConfigError, naming what is known.
const ScoreInfo& find_score(std::string_view name);

// Scores by name; one that is not defined (AUROC of one class) is missing.
struct Scores {
    std::map<std::string, double, std::less<>> values;

    std::optional<double> operator[](std::string_view name) const;
    bool operator==(const Scores&) const = default;
};

// Of predictions for some of the graphs; as many classes as the targets have.
ConfusionMatrix confusion_of(const Targets& truth, std::span<const std::size_t> graphs,
                             std::span<const std::uint32_t> predicted);

// The larger of two class numbers; none if there are more.
std::optional<std::uint32_t> positive_class(const Targets& targets);

}  // namespace dhgak
