// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "dhgak/explain/explain.h"
#include "dhgak/graph/dataset.h"

namespace dhgak {

// Where the evidence lies: the score of each slice shared out evenly among all nodes that it sees,
// those within as many edges of its node as the level reaches. Sums up to the same value as the
// scores of nodes, which stand where slices have their middle.
//
//   reaches  by level, as FeatureGuide::describe tells of its columns
//
// Empty if the graph is so large that it would take long: beyond 2^24 nodes times arcs.
std::vector<double> seen_scores(const Graph& graph, const FunctionExplanation& explanation,
                                std::span<const std::size_t> reaches);

// By level: how far its columns see; the farthest where they differ.
std::vector<std::size_t> reaches_of(const FeatureGuide& guide);

}  // namespace dhgak
