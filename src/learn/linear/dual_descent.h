// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/random.h"
#include "learn/linear/linear_rows.h"
#include "learn/linear_svm.h"

namespace dhgak {

// A two-class linear SVM with hinge loss and the bias inside the regularised weights, as
// liblinear's, solved for one C after the other.
//
// Dual coordinate descent (Hsieh et al. 2008) in an order drawn from a fixed seed: the same bits on
// every call, which liblinear's rand() does not give. A variable stands for all graphs of one row.
// With costs p of the class +1 and q of the class -1 it is b = sum(+) - sum(-) of their parts, from
// -qC to pC, and the sum of all parts is largest at b = (p - q)C: graphs that contradict each
// other, whose parts alone would climb to C in thousands of turns, are settled at once.
class DualDescent {
public:
    // `costs` by graph: of its slack, over C; positive for the class +1, negative for the class -1,
    // 0 for graphs left out.
    DualDescent(const LinearRows& rows, std::span<const double> costs);

    // Solves for `C`, which must not be below the one before. Returns whether the tolerance or the
    // gap was reached.
    bool solve(double C, PassPrecision precision);

    // Positive on the side of the class +1.
    double decision(std::size_t graph) const {
        return rows_.dot(rows_.row_of(graph), weights_.data());
    }

    std::span<const float> weights() const { return weights_; }  // of the rows' columns
    std::size_t num_passes() const { return num_passes_; }

private:
    struct Variable {
        std::uint32_t row = 0;
        double cost_positive = 0, cost_negative = 0;
        double low = 0, kink = 0, high = 0;
        double value = 0;
    };

    struct Finding {
        double violation = 0;
        double slack = 0;  // how far from one, at a corner
    };

    double best_scale(double ratio) const;
    void set_bounds(double C);
    Finding improve(Variable& variable);
    // The share of the objective that further passes could at most take away.
    double gap() const;

    const LinearRows& rows_;
    std::vector<Variable> variables_;
    std::vector<float> weights_;
    double C_ = 0;
    std::size_t num_passes_ = 0;
    Random random_;
};

}  // namespace dhgak
