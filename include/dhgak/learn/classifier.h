// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "dhgak/io/model_file.h"
#include "dhgak/learn/learning_data.h"
#include "dhgak/learn/linear_svm.h"

namespace dhgak {

struct ClassifierOptions {
    double C = 1;
    bool balance = false;      // classes cost the same, however many graphs they have
    bool probability = false;  // Platt scaling on decision values of inner folds
    std::size_t inner_folds = 5;
    std::uint64_t seed = 0;                              // of the inner folds
    std::span<const std::uint32_t> group_of_graph = {};  // kept in one inner fold; may be empty
};

// A trained SVM that says of new graphs which class they are; it does not change any more.
//
// It takes new graphs as rows of features, if it holds weights, or as kernel values with all
// training graphs.
class Classifier {
public:
    // Trains on the graphs of known class: a kernel SVM (one class against one) on a Gram matrix, a
    // linear SVM (one class against the rest) on features. Throws InputError if there are fewer
    // than two classes.
    Classifier(const LearningData& data, std::span<const std::uint32_t> classes,
               const ClassifierOptions& options);

    // The same for a linear SVM that was made from the features already.
    Classifier(const LinearSvm& svm, const FeatureRows& features,
               std::span<const std::uint32_t> classes, const ClassifierOptions& options);

    // A kernel SVM as weights on explicit features: one row per training graph, whose inner
    // products were the Gram matrix. The predictions stay.
    //
    //   weights    one for each feature and pair of classes
    //   factors    the features and what each graph counts in the pairs, whose product they are
    //   automatic  weights, but where they would take both 256 MiB and more than the factors
    enum class WeightForm { automatic, weights, factors };
    Classifier on_features(const SparseMatrix& training_features,
                           WeightForm form = WeightForm::automatic) const;

    // Throws InputError where an array is missing, does not fit the others or is not finite.
    explicit Classifier(const ModelReader& model);
    void save(const ModelWriter& model) const;

    std::span<const std::uint32_t> classes() const;  // that were trained, ascending
    bool takes_features() const;
    bool has_probabilities() const;
    std::size_t num_inputs() const;     // columns of features, or training graphs
    std::size_t num_decisions() const;  // a graph: 1 for two classes, else one a class

    // Decision values of two classes are positive for the second. Of more classes, a linear SVM has
    // each class's own. A kernel SVM has for each class the pairs it wins plus a share in
    // (-0.5, 0.5) that grows with the sum of its pairs' decision values, so that the largest number
    // is of a class with most votes; among equal votes the prediction is the first class, as
    // libsvm's is, whatever the shares.
    //
    // Probabilities add up to 1 for each graph. They are fitted for themselves: the most probable
    // class is almost always the predicted one.
    //
    // Graphs run side by side; the result depends on each row alone.
    Predictions predict(const SparseMatrix& features) const;
    Predictions predict(std::span<const double> kernel_rows) const;  // num_inputs() a graph

    // What the decisions stand on, linear in the inputs: for two classes their decision, for more
    // one a class, which is its decision with a linear SVM; with a kernel SVM it is the sum of its
    // pairs' decision values, each with the sign that speaks for the class.
    struct LinearFunctions {
        std::size_t num_functions = 0;
        std::vector<double> weights;  // [input * num_functions + function]
        std::vector<double> offsets;  // by function
    };
    LinearFunctions linear_functions() const;

private:
    struct State;
    explicit Classifier(std::shared_ptr<const State> state) : state_(std::move(state)) {}
    std::shared_ptr<const State> state_;
};

}  // namespace dhgak
