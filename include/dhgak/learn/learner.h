// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "dhgak/core/method.h"
#include "dhgak/graph/targets.h"
#include "dhgak/learn/folds.h"
#include "dhgak/learn/learning_data.h"
#include "dhgak/learn/options.h"
#include "dhgak/learn/predictor.h"

namespace dhgak {

// How well a model is solved.
enum class Precision {
    to_choose,  // among models by their predictions, which settle long before the weights do
    to_keep,    // to judge, or to predict new graphs with
};

struct TrainOptions {
    double penalty = 1;           // one of LearnOptions::C
    bool probability = false;     // Platt scaling on decision values of inner folds
    std::size_t inner_folds = 5;  // of the scaling
    std::uint64_t seed = 0;       // of the inner folds
    std::span<const std::uint32_t> group_of_graph = {};  // kept in one inner fold; may be empty
};

// A learner that has made from all graphs what every training needs, like a Gram matrix in single
// precision: any of them can teach it, any number of times, side by side. What is learned depends
// on the arguments only. Training throws InputError where the targets of the training graphs are
// not of a kind it learns.
class PreparedLearner {
public:
    virtual ~PreparedLearner() = default;

    virtual std::string_view name() const = 0;  // in the registry

    // What models of `split.train` say of `split.test`: an entry for each of the penalties, which
    // ascend. Targets of test graphs are hidden or not looked at. Decision values are given where
    // there are two classes.
    virtual std::vector<Predictions> path(const Split& split, const Targets& visible,
                                          std::span<const double> penalties,
                                          Precision precision) const = 0;

    // Throws InputError for fewer than two classes, or targets of another number of graphs.
    virtual std::unique_ptr<Predictor> train(std::span<const std::size_t> graphs,
                                             const Targets& targets,
                                             const TrainOptions& options) const = 0;
};

class Learner {
public:
    virtual ~Learner() = default;

    // Throws InputError if values are not finite, and ConfigError for data it does not learn from.
    // The data must outlive what is made of it.
    virtual std::unique_ptr<PreparedLearner> prepare(const LearningData& data) const = 0;
};

// What a learner learns from.
enum class LearnsFrom { gram, features, either };

// Throw ConfigError, naming what is known, for an unknown learner or option.
std::unique_ptr<Learner> make_learner(const LearnOptions& options);
LearnsFrom input_of(const Spec& learner);
std::vector<MethodInfo> list_learners();

// Whether the learner is given features rather than a Gram matrix, of a fit whose features have so
// many entries, 0 if there are none. One that takes either is given the smaller where size matters:
// a Gram matrix takes 8 bytes a pair of graphs and features 12 an entry, and up to 256 MiB (5,792
// graphs) the kernel SVM is the faster one.
bool learns_from_features(const Spec& learner, std::size_t num_graphs, std::size_t num_entries);

}  // namespace dhgak
