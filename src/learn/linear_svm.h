// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "dhgak/learn/folds.h"
#include "dhgak/learn/predictor.h"
#include "dhgak/matrix/feature_rows.h"

namespace dhgak {

// How well a linear SVM is solved. Where classes overlap and C is large, the last hundreds of
// passes over the graphs move hardly a prediction.
struct PassPrecision {
    double tolerance = 0;         // the most by which a graph may violate optimality
    double gap = 0;               // or the most by which the objective may be above the best
    std::size_t most_passes = 0;  // for one C; what is reached by then counts
};
inline constexpr PassPrecision kToKeep = {.tolerance = 0.1, .gap = 0.01, .most_passes = 1000};
inline constexpr PassPrecision kToChoose = {.tolerance = 0.2, .gap = 0.02, .most_passes = 50};

// Linear SVMs on explicit features: hinge loss, L2 regularisation that includes the bias, one class
// against the rest (two classes: one machine). The objective is liblinear's; its solver draws from
// rand(), ours (a dual coordinate descent) gives the same bits on any thread, and one C after the
// other from the solution before.
class LinearSvm {
public:
    // Throws InputError if a value is infinite or NaN.
    explicit LinearSvm(const FeatureRows& features);
    explicit LinearSvm(const SparseMatrix& features);
    ~LinearSvm();
    LinearSvm(LinearSvm&&) noexcept;
    LinearSvm& operator=(LinearSvm&&) noexcept;

    std::size_t num_features() const;

    // What models trained on `split.train` say of `split.test`: an entry for each C of an ascending
    // list. `classes` has the class of every graph.
    std::vector<Predictions> predict(const Split& split, std::span<const std::uint32_t> classes,
                                     std::span<const double> C, bool balance = false,
                                     PassPrecision precision = kToChoose) const;

    // Machines as weights on the columns of the features and a bias.
    struct Machines {
        std::vector<std::uint32_t> classes;  // ascending
        std::vector<double> weights;  // one machine after the other: none, one, or one a class
        std::vector<double> biases;   // by machine
    };
    Machines train(std::span<const std::size_t> train, std::span<const std::uint32_t> classes,
                   double C, bool balance = false) const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace dhgak
