// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "dhgak/learn/learning_data.h"
#include "dhgak/learn/statistics.h"

namespace dhgak {

// What C, and later a configuration, is chosen by.
enum class Score { accuracy, balanced, auroc };

// More would say nothing more of how good a method is, and folds of each are kept.
inline constexpr std::size_t kMostRepeats = 10'000;

struct CvOptions {
    std::size_t folds = 10;
    std::size_t inner_folds = 5;  // choose C inside each training fold
    // C is chosen by at most so many training graphs, classes in their proportions; 0: by all.
    std::size_t inner_graphs = 10000;
    std::vector<double> C = {1e-3, 1e-2, 1e-1, 1,
                             1e1,  1e2,  1e3,  1e4};  // ascending; first best wins
    std::uint64_t seed = 0;
    std::size_t repeats = 1;  // of the whole cross-validation, each with folds of its own
    Score score = Score::accuracy;
    bool balance = false;  // classes cost the same, however many graphs they have
};

void validate(const CvOptions& options);

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
                        const CvOptions& options);

}  // namespace dhgak
