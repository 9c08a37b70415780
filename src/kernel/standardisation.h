// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "dhgak/core/matrix.h"
#include "dhgak/graph/dataset.h"
#include "dhgak/graph/new_graphs.h"
#include "dhgak/io/model_file.h"

namespace dhgak {

// The numbers at the nodes of the training graphs, column by column, with mean 0 and deviation 1,
// and those of new graphs on the same scale.
class Standardisation {
public:
    explicit Standardisation(const Matrix& values);
    explicit Standardisation(const ModelReader& reader);
    void save(const ModelWriter& writer) const;

    std::size_t num_columns() const { return means_.size(); }
    double operator()(double value, std::size_t column) const {
        return (value - means_[column]) / deviations_[column];
    }

    // All of them, by node. Graphs without numbers have the means, 0, and are noted; another number
    // of columns throws InputError.
    Matrix apply(const Dataset& graphs, const Matrix& values, NewGraphNotes& notes) const;

private:
    std::vector<double> means_;
    std::vector<double> deviations_;  // 1 where all values are the same
};

}  // namespace dhgak
