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
#include "dhgak/learn/learner.h"

namespace dhgak {

// One fold to judge by. What is chosen for it is chosen by splitting its training graphs again.
// Graphs of unknown target are in neither part.
struct OuterFold {
    std::size_t repeat = 0;
    Split split;
    Targets visible;                         // unknown for the test graphs
    std::vector<std::size_t> choosing;       // of split.train: those by which C is chosen
    std::vector<std::uint32_t> inner_folds;  // by member of `choosing`
    std::uint32_t num_inner = 0;
};

// What folds are made from, besides targets; everything may be left out.
struct FoldSource {
    std::span<const Split> splits;                  // the user's own folds, see read_splits
    std::span<const std::uint32_t> group_of_graph;  // graphs of a group stay in one fold
};

// The folds of every repeat, one repeat after the other; the first repeat is the plain run's.
// Throws InputError if there are fewer than two classes or fewer graphs (or groups) than folds, and
// ConfigError if given splits are to be repeated; classes with fewer members than folds are logged
// as a warning.
std::vector<OuterFold> make_outer_folds(const Targets& targets, const FoldOptions& options,
                                        const LearnOptions& learn = {}, std::uint64_t seed = 0,
                                        const FoldSource& source = {});

// All graphs of known target as the training graphs of a fold that judges nothing: what choose_c
// needs before a model is trained on all of them. Its inner folds are those of an outer fold of the
// first repeat whose training graphs are these.
OuterFold make_whole_fold(const Targets& targets, const LearnOptions& learn, std::uint64_t seed = 0,
                          const FoldSource& source = {});

// How many test graphs of the first repeat have a graph of their group among the training graphs.
std::size_t count_straddling(std::span<const std::uint32_t> group_of_graph,
                             std::span<const OuterFold> folds);

// What the inner folds say of one kernel: the best C and its right predictions, summed over them.
struct InnerScore {
    std::size_t right = 0;  // classes, of choosing.size()
    double C = 0;
    double score = 0;  // LearnOptions::score; for accuracy it is right / graphs
};

// The first best of the values of C, which ascend. Test graphs cannot influence it: their targets
// are hidden. Inner folds run side by side. Throws ConfigError for a score that is not defined for
// the targets.
InnerScore choose_c(const PreparedLearner& learner, const OuterFold& fold,
                    const LearnOptions& options);

// Trains on all of the fold's training graphs and predicts its test graphs, whose targets are
// compared afterwards.
FoldResult judge(const PreparedLearner& learner, const OuterFold& fold, const Targets& targets,
                 double C);

struct JudgedFold {
    InnerScore inner;
    FoldResult outer;  // empty where it was not worth judging
};

// Whether a fold, given by its place among those asked for, is judged after its inner folds.
using WorthJudging = std::function<bool(std::size_t place, const InnerScore& inner)>;

// Chooses and judges for some of the folds, side by side. Without `is_worth` all are judged.
std::vector<JudgedFold> judge_folds(const PreparedLearner& learner,
                                    std::span<const OuterFold> folds,
                                    std::span<const std::size_t> which, const Targets& targets,
                                    const LearnOptions& options, const WorthJudging& is_worth = {});

// Completes a fold from what was predicted of its test graphs, in their order. Decision values are
// kept where there are two classes.
FoldResult compare(const OuterFold& fold, const Targets& targets, Predictions predictions,
                   double C);

}  // namespace dhgak
