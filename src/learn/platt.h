// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

namespace dhgak {

// The chance of being positive at a decision value: 1 / (1 + exp(slope * value + shift)).
struct Sigmoid {
    double slope = 0;
    double shift = 0;

    double operator()(double value) const;
};

// Platt scaling in the formulation of Lin, Lin and Weng (2007): the most likely sigmoid, with
// targets drawn towards 1/2 as if each side had one more member of the other kind. Without any
// decision values the chance is 1/2.
Sigmoid fit_sigmoid(std::span<const double> decisions, const std::vector<bool>& is_positive);

// Probabilities of classes from those of pairs, `wins[a * size + b]` = chance of a where it is a or
// b, above 0 and below 1: the second approach of Wu, Lin and Weng (2004), which is libsvm's. They
// minimise the sum over pairs of (wins_ba p_a - wins_ab p_b)^2 and add up to 1.
std::vector<double> couple(std::span<const double> wins, std::size_t size);

}  // namespace dhgak
