// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "dhgak/kernel/gram.h"
#include "dhgak/learn/statistics.h"

namespace dhgak {

struct CvOptions {
    std::size_t folds = 10;
    std::size_t inner_folds = 5;  // choose C inside each training fold
    std::vector<double> C = {1e-3, 1e-2, 1e-1, 1,
                             1e1,  1e2,  1e3,  1e4};  // ascending; first best wins
    std::uint64_t seed = 0;
    std::size_t repeats = 1;  // of the whole cross-validation, each with folds of its own
};

void validate(const CvOptions& options);

struct FoldResult {
    double accuracy = 0;
    double C = 0;
    std::size_t repeat = 0;
    std::size_t test_size = 0;
    std::vector<std::size_t> graphs;         // the test graphs, ascending
    std::vector<std::uint32_t> predictions;  // their predicted classes
    std::optional<double> auroc;             // of two classes, where the fold has both
};

struct CvResult {
    std::vector<FoldResult> folds;  // repeat by repeat
    std::size_t repeats = 1;
    double mean = 0;               // over all folds
    double std = 0;                // over all folds, population (as NumPy's std)
    double std_over_repeats = 0;   // of the repeats' means, population; 0 for one repeat
    Interval interval;             // 95 %, see corrected_interval
    double balanced_accuracy = 0;  // of all predictions
    std::optional<double> auroc;   // mean over the folds that have one
    ConfusionMatrix confusion;     // of all predictions
};

// Everything that follows from the folds' predictions.
CvResult summarize_folds(std::vector<FoldResult> folds, std::span<const std::uint32_t> classes);

// Stratified k-fold C-SVM on a Gram matrix; C is chosen by an inner cross-validation that sees the
// training fold only (SvmPath), and libsvm trains the models that are judged (SvmModel). Classes
// with fewer members than folds are logged as a warning. Throws InputError if there are fewer than
// two classes or fewer graphs than folds.
CvResult cross_validate(const GramMatrix& gram, std::span<const std::uint32_t> classes,
                        const CvOptions& options);

}  // namespace dhgak
