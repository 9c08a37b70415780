// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "dhgak/learn/cross_validation.h"
#include "dhgak/learn/folds.h"
#include "dhgak/learn/learning_data.h"
#include "dhgak/learn/linear_svm.h"
#include "learn/svm.h"
#include "learn/svm_path.h"

namespace dhgak {

// One fold to judge by. What is chosen for it is chosen by splitting its training graphs again.
// Graphs of unknown class are in neither part.
struct OuterFold {
    std::size_t repeat = 0;
    Split split;
    std::vector<std::uint32_t> visible_classes;  // by graph; kUnknownClass for the test graphs
    std::vector<std::size_t> choosing;           // of split.train: those by which C is chosen
    std::vector<std::uint32_t> inner_folds;      // by member of `choosing`
    std::uint32_t num_inner = 0;
};

// What folds are made from, besides classes; everything may be left out.
struct FoldSource {
    std::span<const Split> splits;                  // the user's own folds, see read_splits
    std::span<const std::uint32_t> group_of_graph;  // graphs of a group stay in one fold
    std::span<const std::string> class_names;       // for warnings
};

// The folds of every repeat, one repeat after the other; the first repeat is the plain run's.
// Throws InputError if there are fewer than two classes or fewer graphs (or groups) than folds, and
// ConfigError if given splits are to be repeated; classes with fewer members than folds are logged
// as a warning.
std::vector<OuterFold> make_outer_folds(std::span<const std::uint32_t> classes,
                                        const FoldOptions& options, const LearnOptions& learn = {},
                                        std::uint64_t seed = 0, const FoldSource& source = {});

// All graphs of known class as the training graphs of a fold that judges nothing: what choose_c
// needs before a model is trained on all of them. Its inner folds are those of an outer fold of the
// first repeat whose training graphs are these.
OuterFold make_whole_fold(std::span<const std::uint32_t> classes, const LearnOptions& learn,
                          std::uint64_t seed = 0, const FoldSource& source = {});

// How many test graphs of the first repeat have a graph of their group among the training graphs.
std::size_t count_straddling(std::span<const std::uint32_t> group_of_graph,
                             std::span<const OuterFold> folds);

// What the inner folds say of one kernel: the best C and its right predictions, summed over them.
struct InnerScore {
    std::size_t right = 0;  // of choosing.size()
    double C = 0;
    double score = 0;  // what was chosen by, see Score; for accuracy it is right / graphs
};

// The first best of the values of C, which ascend. Test graphs cannot influence it: their classes
// are hidden. Inner folds run side by side.
//
//   accuracy  right predictions, summed over the inner folds
//   balanced  the mean over classes of the share predicted right, of the same sums
//   auroc     the mean over the inner folds that have both classes
InnerScore choose_c(const SvmPath& path, const OuterFold& fold, const LearnOptions& options);
InnerScore choose_c(const LinearSvm& svm, const OuterFold& fold, const LearnOptions& options);
InnerScore choose_c(const LearningData& data, const OuterFold& fold, const LearnOptions& options);

// Trains on all of the fold's training graphs and predicts its test graphs, whose classes are
// compared afterwards.
FoldResult judge(const SvmGram& gram, const OuterFold& fold, std::span<const std::uint32_t> classes,
                 double C, bool balance = false);
FoldResult judge(const LinearSvm& svm, const OuterFold& fold,
                 std::span<const std::uint32_t> classes, double C, bool balance = false);

struct JudgedFold {
    InnerScore inner;
    FoldResult outer;  // empty where it was not worth judging
};

// Whether a fold, given by its place among those asked for, is judged after its inner folds.
using WorthJudging = std::function<bool(std::size_t place, const InnerScore& inner)>;

// Both for some of the folds, side by side; a kernel SVM on a Gram matrix, a linear one on
// features. Without `is_worth` all are judged.
std::vector<JudgedFold> judge_folds(const LearningData& data, std::span<const OuterFold> folds,
                                    std::span<const std::size_t> which,
                                    std::span<const std::uint32_t> classes,
                                    const LearnOptions& options, const WorthJudging& is_worth = {});

// Completes a fold from what was predicted of its test graphs, in their order. Decision values are
// kept, and AUROC and average precision given, where there are two classes; the latter two where
// the fold has both.
FoldResult compare(const OuterFold& fold, std::span<const std::uint32_t> classes,
                   Predictions predictions, double C);

}  // namespace dhgak
