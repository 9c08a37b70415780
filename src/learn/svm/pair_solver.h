// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "learn/svm/float_gram.h"
#include "learn/svm/pair_work.h"

namespace dhgak {

// When a solution is good enough.
struct PairPrecision {
    float tolerance = 1e-3F;  // libsvm's: the most that the errors of a pair may differ
    double gap = 0;           // or the share of the objective by which it may be above the best
    std::size_t most_moves = 10'000'000;  // libsvm's, where no end comes in sight
};

// What PairSolver takes: +1 and -1 for the training graphs of two classes, 0 for all others.
std::vector<std::int8_t> pair_signs(std::span<const std::size_t> train,
                                    std::span<const std::uint32_t> classes, std::uint32_t positive,
                                    std::uint32_t negative);

// A two-class C-SVM on some graphs of a kernel matrix, solved for one C after the other.
//
// Moves pairs (PairWork); where that is slow and few graphs are on the margin, these are solved for
// at once in between. Each C starts from the solution before, scaled by what raises the dual
// objective most. Works on a copy of the matrix with the trained graphs side by side, since nearly
// all time is spent running along its rows.
class PairSolver {
public:
    // `signs` by graph of the matrix: +1 and -1 for the two classes, 0 for graphs left out.
    // `cost_positive` and `cost_negative` are what slack of the two classes costs, over C.
    PairSolver(const FloatGram& gram, std::span<const std::int8_t> signs, double cost_positive = 1,
               double cost_negative = 1, PairPrecision precision = {});

    // Solves for `C`, which must not be below the one before. Returns whether it came to an end
    // before it had made the most moves.
    bool solve(double C);

    // Of any graphs of the matrix: positive on the side of the class +1. Runs along whole rows.
    std::vector<double> decisions(std::span<const std::size_t> graphs) const;

    // The decision function: offset + sum of coefficient * kernel with that member.
    std::span<const std::uint32_t> members() const { return members_; }  // ascending
    std::span<const double> coefficients() const { return coefficient_; }
    double offset() const { return offset_; }

private:
    double error(std::size_t member) const { return state_.signs[member] - sums_[member]; }
    void scale_to(double C);
    void refresh_errors();
    std::size_t steps_before_free() const;
    void move_free();
    bool step_free();
    void set_offset();
    bool is_within_gap();

    const FloatGram& whole_;
    std::vector<std::uint32_t> members_;  // graphs that are trained on; what follows is by member
    FloatGram gram_;
    PairPrecision precision_;
    std::vector<double> costs_;  // what slack costs, over C
    double C_ = 0;
    double offset_ = 0;
    PairState state_;
    std::vector<double> coefficient_;  // sign * alpha that `sums_` holds
    std::vector<double> sums_;  // sum_j sign_j alpha_j K_j, as of the last refresh; filled up
};

}  // namespace dhgak
