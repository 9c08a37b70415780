// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "dhgak/io/model_file.h"
#include "dhgak/matrix/sparse_matrix.h"
#include "learn/machines.h"

namespace dhgak {

// The weights of a kernel SVM on features, W = F' A, as their factors: F has a row of features for
// each training graph, A its parts in the machines. With many classes W takes gigabytes, since a
// feature of one graph counts in all pairs of the graph's class, and the factors megabytes.
class WeightFactors {
public:
    WeightFactors(const SparseMatrix& training_features, const Machines& on_graphs);

    // Throws InputError where an array is missing, does not fit the others or is not finite.
    WeightFactors(const ModelReader& model, std::size_t num_machines);
    void save(const ModelWriter& model) const;

    std::size_t num_features() const { return graphs_of_feature_.num_rows(); }
    std::size_t num_graphs() const { return parts_.num_rows(); }

    // Adds W' x, x a row of features, to the machines' values.
    void evaluate(const SparseMatrix& features, std::size_t row, std::span<double> values) const;

    // A, by graph: [graph * num_machines + machine].
    std::vector<double> dense_parts() const;

    // F' B for numbers of the training graphs, so many of each: [feature * count + number].
    std::vector<double> on_features(std::span<const double> of_graphs, std::size_t count) const;

private:
    SparseMatrix graphs_of_feature_;  // F', since new graphs name features
    SparseMatrix parts_;              // A
};

}  // namespace dhgak
