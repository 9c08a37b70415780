// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dhgak/graph/dataset.h"

namespace dhgak {

// The infinitely wide network whose training two graphs are compared by.
struct TangentOptions {
    std::size_t blocks = 3;  // each sums over neighbours, then goes through `layers`
    std::size_t layers = 2;  // of rectified units in a block
    bool by_degree = false;  // sums over neighbours are means
    bool jumps = true;       // all blocks are read out, not the last alone
    bool attention = false;  // between blocks nodes attend to each other (GraphQNTK)
    double correlation = 1;  // times this before they are cut at 1; 2 in the public GraphQNTK code
};

// What a comparison needs to know of one graph, by node.
struct TangentGraph {
    std::vector<std::uint32_t> labels;
    std::vector<std::size_t> arc_offsets;
    std::vector<std::uint32_t> neighbors;

    std::vector<double> shares;                  // that a node takes of the sum over neighbours
    std::vector<std::vector<double>> roots;      // by layer: of its covariance with itself
    std::vector<std::vector<double>> attention;  // by block but the last: nodes x nodes
    std::vector<double> own;                     // by number of blocks: the kernel with itself

    std::size_t num_nodes() const { return labels.size(); }
};

// `labels` are by node of the graph.
TangentGraph prepare(const Graph& graph, std::span<const std::uint32_t> labels,
                     const TangentOptions& options);
void prepare(TangentGraph& graph, const TangentOptions& options);  // labels and arcs are there

// The kernel of two prepared graphs for 0, 1, .. blocks; not normalised.
// Takes layers x blocks x nodes x nodes', and as much for sums over neighbours; with attention
// nodes x nodes' x (nodes + nodes') for each block.
std::vector<double> compare(const TangentGraph& a, const TangentGraph& b,
                            const TangentOptions& options);

}  // namespace dhgak
