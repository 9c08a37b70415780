// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "learn/svm/float_gram.h"

namespace dhgak {

// When a solution is good enough.
struct PairPrecision {
    float tolerance = 1e-3F;  // libsvm's: the most that a pair may gain
    double gap = 0;           // or the share of the objective by which it may be above the best
};

// A two-class C-SVM on some graphs of a kernel matrix, solved for one C after the other.
//
// Sequential minimal optimisation with second-order choice of pairs; where that is slow, all graphs
// on the margin are solved for at once in between. Each C starts from the solution before, scaled
// by what raises the dual objective most. Works on a copy of the matrix with the trained graphs
// side by side, since nearly all time is spent running along its rows.
class PairSolver {
public:
    // `signs` by graph of the matrix: +1 and -1 for the two classes, 0 for graphs left out.
    // `cost_positive` and `cost_negative` are what slack of the two classes costs, over C.
    PairSolver(const FloatGram& gram, std::span<const std::int8_t> signs, double cost_positive = 1,
               double cost_negative = 1, PairPrecision precision = {});

    // Solves for `C`, which must not be below the one before.
    void solve(double C);

    // Of any graph of the matrix: positive on the side of the class +1.
    double decision(std::size_t graph) const;

private:
    struct Violation {
        float largest = 0;  // error of a graph whose part may grow
        std::uint32_t index = 0;
    };

    double bound(std::size_t member) const {
        return signs_[member] > 0 ? C_positive_ : C_negative_;
    }
    void scale_to(double C);
    void bar(std::size_t member);
    void refresh_errors();
    Violation worst() const;
    bool reduce(Violation& violation);
    std::size_t steps_before_free() const;
    void move_free();
    bool step_free();
    void set_offset();
    bool is_within_gap();

    const FloatGram& whole_;
    std::vector<std::uint32_t> members_;  // graphs that are trained on; what follows is by member
    FloatGram gram_;
    std::vector<std::int8_t> signs_;
    PairPrecision precision_;
    double cost_positive_, cost_negative_;
    double C_ = 0, C_positive_ = 0, C_negative_ = 0;
    double offset_ = 0;
    std::vector<double> alpha_;
    std::vector<double> coefficient_;  // sign * alpha that `sums_` holds
    std::vector<double> sums_;         // sum_j sign_j alpha_j K_j, as of the last refresh
    std::vector<float> errors_;        // sign - sum, kept up to date
    std::vector<float> up_bar_;        // 0 where sign * alpha may grow, else infinite
    std::vector<float> low_bar_;       // 0 where it may fall
};

}  // namespace dhgak
