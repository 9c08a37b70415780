// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "slice/centrality/component.h"

namespace dhgak {

// Entries below are about to underflow, and carry no order.
inline constexpr double kTiny = 1e-290;

// The positive eigenvector of a connected component's adjacency matrix, largest entry 1.
struct PerronVector {
    std::vector<double> values;
    bool converged = true;  // false if power iteration ended with the eigenvalue uncertain by 1e-9
};

// `largest_envelope` is the most entries that a factorisation may have: 128 MiB unless told.
PerronVector perron_vector(const Component& component,
                           std::size_t largest_envelope = std::size_t{1} << 24);

}  // namespace dhgak
