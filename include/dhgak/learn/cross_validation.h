// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dhgak/kernel/gram.h"

namespace dhgak {

struct CvOptions {
    std::size_t folds = 10;
    std::size_t inner_folds = 5;  // choose C inside each training fold
    std::vector<double> C = {1e-3, 1e-2, 1e-1, 1,
                             1e1,  1e2,  1e3,  1e4};  // ascending; first best wins
    std::uint64_t seed = 0;
};

void validate(const CvOptions& options);

struct FoldResult {
    double accuracy = 0;
    double C = 0;
    std::size_t test_size = 0;
    std::vector<std::size_t> graphs;         // the test graphs, ascending
    std::vector<std::uint32_t> predictions;  // their predicted classes
};

struct CvResult {
    std::vector<FoldResult> folds;
    double mean = 0;  // over folds
    double std = 0;   // over folds, population (as NumPy's std)
};

// Stratified k-fold C-SVM on a Gram matrix; C is chosen by an inner cross-validation that sees the
// training fold only (SvmPath), and libsvm trains the models that are judged (SvmModel). Classes
// with fewer members than folds are logged as a warning. Throws InputError if there are fewer than
// two classes or fewer graphs than folds.
CvResult cross_validate(const GramMatrix& gram, std::span<const std::uint32_t> classes,
                        const CvOptions& options);

}  // namespace dhgak
