// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dhgak/graph/targets.h"
#include "dhgak/learn/learning_data.h"
#include "dhgak/learn/options.h"
#include "dhgak/learn/scores.h"
#include "dhgak/learn/statistics.h"

namespace dhgak {

struct FoldResult {
    Scores scores;  // of its targets' kind; rankings where there are two classes and it has both
    double C = 0;
    std::size_t repeat = 0;
    std::size_t test_size = 0;
    std::size_t train_size = 0;
    std::vector<std::size_t> graphs;         // the test graphs, ascending
    std::vector<std::uint32_t> predictions;  // their predicted classes
    std::vector<double> decisions;  // of two classes, by test graph: positive for the larger number

    double accuracy() const { return scores["accuracy"].value_or(0); }
};

struct CvResult {
    std::vector<FoldResult> folds;  // repeat by repeat
    std::size_t repeats = 1;
    Scores scores;                // over all folds, see ScoreInfo::outer
    double mean = 0;              // of the first score of the targets' kind, over all folds
    double std = 0;               // over all folds, population (as NumPy's std)
    double std_over_repeats = 0;  // of the repeats' means, population; 0 for one repeat
    Interval interval;            // 95 %, see corrected_interval
    ConfusionMatrix confusion;    // of all predictions of classes
};

// Test graphs for each training graph, which tests on overlapping folds correct by.
double mean_test_per_train(std::span<const FoldResult> folds);

// Everything that follows from the folds' predictions.
CvResult summarize_folds(std::vector<FoldResult> folds, const Targets& targets);

// Stratified k-fold cross-validation; C is chosen by an inner one that sees the training fold only.
// Graphs of unknown target take no part. Classes with fewer members than folds are logged as a
// warning. Throws InputError if there are fewer than two classes or fewer graphs than folds.
CvResult cross_validate(const LearningData& data, const Targets& targets,
                        const FoldOptions& folds = {}, const LearnOptions& learn = {},
                        std::uint64_t seed = 0);

}  // namespace dhgak
