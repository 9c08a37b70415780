// SPDX-License-Identifier: MIT
#pragma once

#include "kernel/pairs.h"
#include "kernels/tangents/tangent_graph.h"
#include "kernels/tangents/tangent_options.h"

namespace dhgak {

// So many matrices of classes x classes are there at a time while a graph is prepared.
inline constexpr double kMatricesOfGraph = 6;

// Runs the network on a graph with itself. Fills in the roots of each round and `own`; with
// attention, the sums of rounds 2.. become those over neighbours of what nodes attend to.
// Takes blocks x layers x classes^2; with attention blocks x classes^3.
// Throws Error when time is over.
void compare_with_itself(TangentGraph& graph, const TangentOptions& options,
                         const TimeLimit& limit = {});

}  // namespace dhgak
