// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "dhgak/core/matrix.h"
#include "dhgak/learn/folds.h"
#include "learn/svm/float_gram.h"
#include "learn/svm/pair_solver.h"

namespace dhgak {

// The kernel of training graphs (rows) with test graphs, side by side: of a hundred classes, 4,950
// pairs run along a few of these rows each.
class TestRows {
public:
    TestRows(const FloatGram& gram, const Split& split);

    // What the solver says of each test graph. It was trained on some of the training graphs.
    std::vector<double> decisions(const PairSolver& solver) const;

private:
    std::size_t num_tests_;
    std::vector<std::size_t> row_of_graph_;
    Matrix values_;
};

}  // namespace dhgak
