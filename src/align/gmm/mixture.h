// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "align/gmm/mixture_scan.h"
#include "dhgak/core/matrix.h"

namespace dhgak {

// A mixture of normal distributions with diagonal covariance, one row for each component.
struct Mixture {
    Matrix means;
    Matrix variances;               // positive
    std::vector<float> log_shares;  // logarithm of each component's share
};

// The components in the order of slots; -1 leaves a slot without one.
MixtureGroups lay_out(const Mixture& mixture, std::span<const std::int32_t> component_of_slot);

// The slot of the most likely component of each point; of equally likely ones, the first slot. A
// point so far from all that single precision calls every density zero is judged in double.
std::vector<std::int32_t> likeliest_slots(const Matrix& points, const MixtureGroups& groups);

}  // namespace dhgak
