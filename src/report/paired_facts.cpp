// SPDX-License-Identifier: MIT
#include "report/paired_facts.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "dhgak/learn/statistics.h"
#include "report/run_file.h"
#include "report/run_scores.h"

namespace dhgak {
namespace {

constexpr std::size_t kMostFiles = 8;

// What two runs need to be compared by.
struct FoldScores {
    std::string dataset;
    std::vector<std::vector<std::size_t>> tests;  // by fold: the test graphs, ascending
    std::vector<double> accuracies;
    double test_per_train = 0;
};

std::optional<FoldScores> fold_scores(const RunFile& file) {
    const Json json = parse_run(file);
    const JsonValue run(json, file.name);
    if (!run.has("folds") || run.has("compare")) return std::nullopt;
    const std::optional<double> ratio = test_per_train(run);
    if (!ratio) return std::nullopt;
    FoldScores scores = {.dataset = run.at("dataset").at("name").text(),
                         .tests = {},
                         .accuracies = {},
                         .test_per_train = *ratio};
    run.at("folds").for_each([&](const JsonValue& fold) {
        std::vector<std::size_t>& tests = scores.tests.emplace_back();
        fold.at("predictions").for_each([&](const JsonValue& prediction) {
            tests.push_back(prediction.at("graph").count());
        });
        std::ranges::sort(tests);
        scores.accuracies.push_back(fold.at("accuracy").share());
    });
    return scores;
}

Json pair_of(std::size_t a, const FoldScores& of_a, std::size_t b, const FoldScores& of_b) {
    std::vector<double> differences;
    for (std::size_t f = 0; f < of_a.accuracies.size(); ++f)
        differences.push_back(of_b.accuracies[f] - of_a.accuracies[f]);
    const Interval interval = corrected_interval(differences, of_a.test_per_train);
    return {
        {"a", a},
        {"b", b},
        {"difference", mean(differences)},
        {"interval95", {interval.low, interval.high}},
        {"p",
         corrected_resampled_t_test(of_b.accuracies, of_a.accuracies, of_a.test_per_train).p_value},
        {"folds", differences.size()}};
}

}  // namespace

Json paired_facts(const std::vector<RunFile>& files) {
    Json pairs = Json::array();
    std::vector<std::pair<std::size_t, FoldScores>> runs;
    for (std::size_t i = 0; i < files.size() && runs.size() < kMostFiles; ++i)
        if (auto scores = fold_scores(files[i])) runs.emplace_back(i, std::move(*scores));
    for (std::size_t b = 0; b < runs.size(); ++b)
        for (std::size_t a = 0; a < b; ++a)
            if (runs[a].second.dataset == runs[b].second.dataset &&
                runs[a].second.tests == runs[b].second.tests)
                pairs.push_back(
                    pair_of(runs[a].first, runs[a].second, runs[b].first, runs[b].second));
    return pairs;
}

}  // namespace dhgak
