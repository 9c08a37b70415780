// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "dhgak/learn/predictor.h"
#include "learn/machines.h"
#include "learn/platt.h"
#include "learn/weight_factors.h"

namespace dhgak {

// Machines with their sigmoids, on kernel values or on features.
//
// Decision values of machines that vote for pairs of classes: for each class the pairs it wins plus
// a share in (-0.5, 0.5) that grows with the sum of its pairs' decision values, so that the largest
// number is of a class with most votes; among equal votes the prediction is the first class, as
// libsvm's is, whatever the shares.
class LinearPredictor final : public Predictor {
public:
    // No sigmoids, or one for each machine.
    LinearPredictor(Machines machines, std::vector<Sigmoid> sigmoids, bool takes_features);
    explicit LinearPredictor(const ModelReader& model);

    // How predictors on features hold the weights of a kernel SVM.
    //
    //   weights    one for each feature and pair of classes
    //   factors    the features and what each graph counts in the pairs, whose product they are
    //   automatic  weights, but where they would take both 256 MiB and more than the factors
    enum class WeightForm { automatic, weights, factors };
    LinearPredictor in_form(const SparseMatrix& training_features, WeightForm form) const;

    std::span<const std::uint32_t> classes() const override { return machines_.classes; }
    bool takes_features() const override { return takes_features_; }
    bool has_probabilities() const override { return !sigmoids_.empty(); }
    std::size_t num_inputs() const override;
    Predictions predict(const SparseMatrix& features) const override;
    Predictions predict(std::span<const double> kernel_rows) const override;
    std::unique_ptr<Predictor> on_features(const SparseMatrix& training_features) const override;
    LinearFunctions linear_functions() const override;
    void save(const ModelWriter& model) const override;

private:
    bool takes_features_ = false;
    Machines machines_;
    std::optional<WeightFactors> factors_;  // of the machines' weights, where these are not held
    std::vector<Sigmoid> sigmoids_;         // by machine; none without probabilities
    std::string source_ = "the model";      // the file it comes from
};

}  // namespace dhgak
