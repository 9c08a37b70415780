// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dhgak/graph/dataset.h"
#include "dhgak/matrix/sparse_matrix.h"
#include "kernel/pairs.h"
#include "kernels/tangents/tangent_options.h"

namespace dhgak {

// The classes of a graph's nodes in a round: nodes that the network cannot tell apart after so many
// blocks.
//
// These are nodes of the same Weisfeiler-Leman colour. At first the covariance of two nodes depends
// on their labels, colours of round 0. A block sums over a node and its neighbours, and divides by
// their number, which the next colour tells; all else in it is entry by entry. So after block r it
// depends on the colours of round r, of whatever graphs. Attention sums over all nodes of the
// graph, weighted by covariances that depend on colours: the result depends on the colour and on
// the graph, so that it is the same for nodes of one graph with the same colour.
struct TangentRound {
    std::vector<std::uint32_t> colors;  // ascending, one for each class; labels in round 0
    std::vector<double> weights;        // of a class in the readout: how many nodes it has
    SparseMatrix
        sums;  // by class: what it takes of the classes of the round before; none in round 0
    std::vector<std::vector<double>> roots;  // by layer: of covariances of classes with themselves

    std::size_t size() const { return colors.size(); }
};

// What comparisons need to know of one graph.
struct TangentGraph {
    std::vector<TangentRound> rounds;  // 0..blocks
    std::vector<double> own;           // by number of blocks: the kernel with itself
};

// `colors` are by round 0..blocks, then by node of the dataset that the graph is part of.
TangentGraph prepare(const Graph& graph, std::span<const std::vector<std::uint32_t>> colors,
                     const TangentOptions& options, const TimeLimit& limit = {});

}  // namespace dhgak
