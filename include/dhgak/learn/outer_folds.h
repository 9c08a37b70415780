// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dhgak/learn/cross_validation.h"
#include "dhgak/learn/folds.h"
#include "dhgak/learn/svm.h"
#include "dhgak/learn/svm_path.h"

namespace dhgak {

// The class of a graph that a choice must not know.
inline constexpr std::uint32_t kHiddenClass = ~std::uint32_t{0};

// One fold to judge by. What is chosen for it is chosen by splitting its training graphs again.
struct OuterFold {
    std::size_t repeat = 0;
    Split split;
    std::vector<std::uint32_t> visible_classes;  // by graph; kHiddenClass for the test graphs
    std::vector<std::uint32_t> inner_folds;      // by member of split.train
    std::uint32_t num_inner = 0;
};

// The folds of every repeat, one repeat after the other; the first repeat is the plain run's.
// Throws InputError if there are fewer than two classes or fewer graphs than folds; classes with
// fewer members than folds are logged as a warning.
std::vector<OuterFold> make_outer_folds(std::span<const std::uint32_t> classes,
                                        const CvOptions& options);

// What the inner folds say of one kernel: the best C and its right predictions, summed over them.
struct InnerScore {
    std::size_t right = 0;  // of split.train.size()
    double C = 0;
};

// The first best of the values of C, which ascend. Test graphs cannot influence it: their classes
// are hidden. Inner folds run side by side.
InnerScore choose_c(const SvmPath& path, const OuterFold& fold, std::span<const double> C);

// Trains on all of the fold's training graphs and predicts its test graphs, whose classes are
// compared afterwards. AUROC is given where there are two classes and the fold has both.
FoldResult judge(const SvmGram& gram, const OuterFold& fold, std::span<const std::uint32_t> classes,
                 double C);

struct JudgedFold {
    InnerScore inner;
    FoldResult outer;
};

// Both for some of the folds, side by side.
std::vector<JudgedFold> judge_folds(const GramMatrix& gram, std::span<const OuterFold> folds,
                                    std::span<const std::size_t> which,
                                    std::span<const std::uint32_t> classes,
                                    std::span<const double> C);

// Completes a fold from its predictions, in the order of its test graphs.
FoldResult compare(const OuterFold& fold, std::span<const std::uint32_t> classes,
                   std::vector<std::uint32_t> predictions, double C);

}  // namespace dhgak
