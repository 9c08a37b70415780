// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "dhgak/io/model_file.h"
#include "dhgak/matrix/sparse_matrix.h"

namespace dhgak {

// What a model says of some graphs, one after the other.
struct Predictions {
    std::vector<std::uint32_t> classes;

    // Two classes: one number a graph, positive for the larger class number. More: one a class,
    // where the model gives them.
    std::vector<double> decisions;

    // One a class, where the model gives them.
    std::vector<double> probabilities;

    // Of a model that learned values instead of classes.
    std::vector<double> values;
};

// What decisions stand on, linear in the inputs of a predictor: for two classes their decision, for
// more one a class.
struct LinearFunctions {
    std::size_t num_functions = 0;
    std::vector<double> weights;  // [input * num_functions + function]
    std::vector<double> offsets;  // by function
};

// What a learner has learned: says of new graphs which class they are, and does not change any
// more. It takes new graphs as rows of features, if it holds weights, or as kernel values with all
// training graphs. Graphs run side by side; a prediction depends on the graph's row alone.
class Predictor {
public:
    virtual ~Predictor() = default;

    // A predictor on features from weights that were learned anywhere: of two classes one function,
    // positive for the second; of more one a class, and the largest wins. Throws InputError where
    // classes do not ascend or numbers do not fit or are not finite.
    static std::unique_ptr<Predictor> from_weights(std::vector<std::uint32_t> classes,
                                                   const LinearFunctions& functions);

    virtual std::span<const std::uint32_t> classes() const = 0;  // that were trained, ascending
    virtual bool takes_features() const = 0;
    virtual bool has_probabilities() const = 0;
    virtual std::size_t num_inputs() const = 0;  // columns of features, or training graphs
    std::size_t num_decisions() const;           // a graph: 1 for two classes, else one a class

    // Probabilities add up to 1 for each graph. They are fitted for themselves: the most probable
    // class is almost always the predicted one. Throw Error for the input that it does not take,
    // and InputError for another number of inputs.
    virtual Predictions predict(const SparseMatrix& features) const = 0;
    virtual Predictions predict(std::span<const double> kernel_rows) const = 0;

    // The predictor on explicit features: one row per training graph, whose inner products were the
    // Gram matrix. The predictions stay.
    virtual std::unique_ptr<Predictor> on_features(const SparseMatrix& training_features) const = 0;

    // What each decision is; where several machines vote for a class, the sum of their decision
    // values, each with the sign that speaks for the class.
    virtual LinearFunctions linear_functions() const = 0;

    virtual void save(const ModelWriter& model) const = 0;
};

// The predictor of a learner of the registry. Throws InputError where a part of the file is
// missing, does not fit the others or is not finite.
std::unique_ptr<Predictor> load_predictor(std::string_view learner, const ModelReader& model);

}  // namespace dhgak
