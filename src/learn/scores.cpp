// SPDX-License-Identifier: MIT
#include "dhgak/learn/scores.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dhgak/core/error.h"

namespace dhgak {
namespace {

std::optional<double> accuracy_of(const Targets& truth, std::span<const std::size_t> graphs,
                                  const Predictions& said) {
    if (graphs.empty()) return std::nullopt;
    std::size_t right = 0;
    for (std::size_t i = 0; i < graphs.size(); ++i)
        right += said.classes[i] == truth.classes[graphs[i]];
    return static_cast<double>(right) / static_cast<double>(graphs.size());
}

std::optional<double> balanced_of(const Targets& truth, std::span<const std::size_t> graphs,
                                  const Predictions& said) {
    if (graphs.empty()) return std::nullopt;
    return balanced_accuracy(confusion_of(truth, graphs, said.classes));
}

// Ranks two classes by decision value, where a fold has both.
template <double (*Rank)(std::span<const double>, const std::vector<bool>&)>
std::optional<double> ranking_of(const Targets& truth, std::span<const std::size_t> graphs,
                                 const Predictions& said) {
    const std::optional<std::uint32_t> positive = positive_class(truth);
    if (!positive || said.decisions.size() != graphs.size()) return std::nullopt;
    std::vector<bool> is_positive;
    for (const std::size_t graph : graphs) is_positive.push_back(truth.classes[graph] == *positive);
    const auto positives = std::ranges::count(is_positive, true);
    if (positives == 0 || positives == std::ssize(is_positive)) return std::nullopt;
    return Rank(said.decisions, is_positive);
}

// A list to read, one row for each.
constexpr auto kClasses = Targets::Kind::classes;
constexpr auto kTogether = ScoreInfo::Over::predictions;
constexpr ScoreInfo kScores[] = {
    {.name = "accuracy",
     .title = "accuracy",
     .kind = kClasses,
     .inner = kTogether,
     .of = accuracy_of},
    {.name = "balanced",
     .title = "balanced accuracy",
     .kind = kClasses,
     .inner = kTogether,
     .outer = kTogether,
     .of = balanced_of},
    {.name = "auroc",
     .title = "AUROC",
     .kind = kClasses,
     .is_share = false,
     .of_two_classes = true,
     .chance = 0.5,
     .of = ranking_of<auroc>},
    {.name = "ap",
     .title = "average precision",
     .kind = kClasses,
     .is_share = false,
     .of_two_classes = true,
     .of = ranking_of<average_precision>},
};

}  // namespace

std::vector<const ScoreInfo*> scores_of(Targets::Kind kind) {
    std::vector<const ScoreInfo*> scores;
    for (const ScoreInfo& score : kScores)
        if (score.kind == kind) scores.push_back(&score);
    return scores;
}

const ScoreInfo& find_score(std::string_view name) {
    std::vector<std::string_view> known;
    for (const ScoreInfo& score : kScores) {
        if (score.name == name) return score;
        known.push_back(score.name);
    }
    throw ConfigError(fmt::format("unknown score '{}'; known: {}", name, fmt::join(known, " ")));
}

std::optional<double> Scores::operator[](std::string_view name) const {
    const auto found = values.find(name);
    return found == values.end() ? std::nullopt : std::optional(found->second);
}

ConfusionMatrix confusion_of(const Targets& truth, std::span<const std::size_t> graphs,
                             std::span<const std::uint32_t> predicted) {
    std::uint32_t largest = 0;
    for (const std::uint32_t c : truth.classes)
        if (c != kUnknownClass) largest = std::max(largest, c);
    std::vector<std::uint32_t> classes;
    for (const std::size_t graph : graphs) classes.push_back(truth.classes[graph]);
    return confusion_matrix(classes, predicted, largest + std::size_t{1});
}

std::optional<std::uint32_t> positive_class(const Targets& targets) {
    std::uint32_t low = kUnknownClass, high = 0;
    for (const std::uint32_t c : targets.classes)
        if (c != kUnknownClass) {
            low = std::min(low, c);
            high = std::max(high, c);
        }
    const bool two = std::ranges::all_of(targets.classes, [=](std::uint32_t c) {
        return c == low || c == high || c == kUnknownClass;
    });
    return two ? std::optional(high) : std::nullopt;
}

}  // namespace dhgak
