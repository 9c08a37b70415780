// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "dhgak/learn/learning_data.h"
#include "dhgak/learn/options.h"
#include "dhgak/learn/statistics.h"

namespace dhgak {

struct FoldResult {
    double accuracy = 0;
    double C = 0;
    std::size_t repeat = 0;
    std::size_t test_size = 0;
    std::size_t train_size = 0;
    std::vector<std::size_t> graphs;          // the test graphs, ascending
    std::vector<std::uint32_t> predictions;   // their predicted classes
    std::optional<double> auroc;              // of two classes, where the fold has both
    std::optional<double> average_precision;  // likewise
    std::vector<double> decisions;  // of two classes, by test graph: positive for the larger number
};

struct CvResult {
    std::vector<FoldResult> folds;  // repeat by repeat
    std::size_t repeats = 1;
    double mean = 0;                          // over all folds
    double std = 0;                           // over all folds, population (as NumPy's std)
    double std_over_repeats = 0;              // of the repeats' means, population; 0 for one repeat
    Interval interval;                        // 95 %, see corrected_interval
    double balanced_accuracy = 0;             // of all predictions
    std::optional<double> auroc;              // mean over the folds that have one
    ConfusionMatrix confusion;                // of all predictions
    std::optional<double> average_precision;  // mean over the folds that have one
};

// Test graphs for each training graph, which tests on overlapping folds correct by.
double mean_test_per_train(std::span<const FoldResult> folds);

// Everything that follows from the folds' predictions.
CvResult summarize_folds(std::vector<FoldResult> folds, std::span<const std::uint32_t> classes);

// Stratified k-fold C-SVM; C is chosen by an inner cross-validation that sees the training fold
// only. On a Gram matrix SvmPath chooses and SvmModel is judged; on features both are LinearSvm.
// Graphs of kUnknownClass take no part. Classes with fewer members than folds are logged as a
// warning. Throws InputError if there are fewer than two classes or fewer graphs than folds.
CvResult cross_validate(const LearningData& data, std::span<const std::uint32_t> classes,
                        const FoldOptions& folds = {}, const LearnOptions& learn = {},
                        std::uint64_t seed = 0);

}  // namespace dhgak
