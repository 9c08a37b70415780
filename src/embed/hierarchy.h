// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dhgak/core/matrix.h"
#include "embed/embedder.h"

namespace dhgak {

// The distinct points x_h(v) of one hop and how many nodes stand on each.
struct HopPoints {
    Matrix points;
    std::vector<std::uint32_t> point_of_node;  // by node of the dataset
    std::vector<float> weights;                // by point, at least 1
};

// Eq. 1: x_0 = e_0 and x_h = e_h + alpha x_{h-1}, for every hop. Nodes with equal x_h share a
// point; points are numbered by first occurrence in node order.
std::vector<HopPoints> accumulate_hops(std::span<const HopVectors> hops, float alpha);

}  // namespace dhgak
