// SPDX-License-Identifier: MIT
#include "learn/svm/test_rows.h"

#include "learn/svm/pair_scan.h"

namespace dhgak {

TestRows::TestRows(const FloatGram& gram, const Split& split)
    : num_tests_(split.test.size()),
      row_of_graph_(gram.size),
      values_(split.train.size(), (num_tests_ + kScanPadding - 1) / kScanPadding * kScanPadding) {
    for (std::size_t i = 0; i < split.train.size(); ++i) {
        row_of_graph_[split.train[i]] = i;
        const float* from = gram.row(split.train[i]);
        const auto to = values_.row(i);
        for (std::size_t t = 0; t < num_tests_; ++t) to[t] = from[split.test[t]];
    }
}

std::vector<double> TestRows::decisions(const PairSolver& solver) const {
    std::vector<double> sums(values_.cols(), solver.offset());
    for (std::size_t m = 0; m < solver.members().size(); ++m)
        if (const double coefficient = solver.coefficients()[m]; coefficient != 0)
            add_multiple(sums.data(), values_.row(row_of_graph_[solver.members()[m]]).data(),
                         coefficient, sums.size());
    sums.resize(num_tests_);
    return sums;
}

}  // namespace dhgak
