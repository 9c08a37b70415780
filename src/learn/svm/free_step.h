// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "learn/svm/float_gram.h"

namespace dhgak {

// A way for the coefficients of some graphs along which the dual objective rises.
struct FreeStep {
    std::vector<double> direction;  // by graph of `free`; sums to 0
    double length = 0;              // how far the objective rises, if no bound is in the way
};

// The step that solves for all `free` graphs at once, the others held: K d + lambda = errors with
// sum(d) = 0. Where pairs move one at a time, an ill-conditioned kernel at large C takes them
// hundreds of thousands of moves; this takes a handful of such steps. A length of 0 means that
// there is nothing to gain. Takes O(free^3) time.
FreeStep solve_free(const FloatGram& gram, std::span<const std::uint32_t> free,
                    std::span<const double> errors);

}  // namespace dhgak
