// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "dhgak/graph/dataset.h"
#include "dhgak/learn/learner.h"
#include "dhgak/learn/outer_folds.h"
#include "dhgak/run/options.h"
#include "dhgak/run/report.h"
#include "run/codebook.h"
#include "run/known_classes.h"

namespace dhgak {

// The folds that a run judges by: stratified from the seed, the user's own, or with graphs that
// look the same kept together.
struct RunFolds {
    std::vector<OuterFold> folds;
    std::size_t straddling = 0;  // test graphs that look like one of their training graphs
};
RunFolds make_folds(const KnownGraphs& known, const RunOptions& options);

// Those that several configurations are judged by: what looks the same to one of them looks the
// same.
RunFolds make_folds(const KnownGraphs& known, const RunOptions& options,
                    std::span<const RunOptions> configurations);

// See Evaluation.
std::size_t choosing_graphs(std::span<const OuterFold> folds);

// What the learner is given after a fit: the Gram matrix, or the features where these are smaller
// or it takes nothing else, judged for each level by itself. Calls `visit` for each of the levels,
// which ascend.
void visit_learning_data(const FittedKernel& fitted, const Dataset& others,
                         std::span<const int> levels, const Spec& learner,
                         const std::function<void(int level, const LearningData& data)>& visit);

// Folds that one fit serves: all of them, or a single one whose test graphs the fit must not see.
struct FitScope {
    std::vector<std::size_t> folds;
    bool hides_test_graphs = false;
};
std::vector<FitScope> fit_scopes(std::size_t num_folds, bool inductive);

// What one fit gives at one of its levels.
struct LevelResult {
    int level = 0;
    std::vector<JudgedFold> folds;  // those of the scope
    std::string learner;            // that learned, see PreparedLearner::name
    std::vector<std::size_t> num_columns;
    Codebook codebook;
};

// Fits the kernel once for the scope and judges its folds at each of the levels, which ascend; of
// the scope's folds only those that are worth it, if that is asked for. No more levels are judged
// after one of which `on_level` says so (false). The graphs of the dataset must have classes.
void judge_levels(const Kernel& kernel, const Dataset& dataset, std::span<const OuterFold> folds,
                  const FitScope& scope, std::span<const int> levels, const RunOptions& options,
                  const FitContext& context,
                  const std::function<bool(LevelResult result)>& on_level,
                  const WorthJudging& is_worth = {});

// Every fold of a run: fitted once on all graphs, or inductively for each fold on its training
// graphs.
Evaluation evaluate_folds(const Run& run, const Dataset& dataset, const RunFolds& folds,
                          StageTimes& times);

}  // namespace dhgak
