// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "dhgak/graph/dataset.h"
#include "dhgak/graph/new_graphs.h"
#include "dhgak/matrix/gram.h"
#include "dhgak/matrix/sparse_matrix.h"
#include "graph/wl_colors.h"

namespace dhgak {

// Two colours that an edge joins, the smaller first.
using ColorPair = std::pair<std::uint32_t, std::uint32_t>;

// One pair of colours in one graph.
struct PairCount {
    std::uint32_t pair = 0;  // its number
    double first = 0;        // nodes of the first colour
    double second = 0;       // of the second, the same if the colours are
    double root = 0;         // of the share of possible edges between them that are there
};

// The edges of some graphs by the colours of their ends, in one round.
struct EdgeColors {
    std::vector<std::size_t> offsets = {0};  // graph g owns counts [offsets[g], offsets[g + 1])
    std::vector<PairCount> counts;           // by pair inside a graph
    std::vector<double> unmatched;           // by graph: what pairs without a number add to K(G, G)

    std::size_t num_graphs() const { return offsets.size() - 1; }
    std::span<const PairCount> of(std::size_t graph) const {
        return std::span(counts).subspan(offsets[graph], offsets[graph + 1] - offsets[graph]);
    }
};

// Puts the graphs of `more` behind those of `edges`.
void append(EdgeColors& edges, const EdgeColors& more);

// The pairs of colours that edges of these graphs join, ascending.
std::vector<ColorPair> joined_colors(const Dataset& graphs, std::span<const std::uint32_t> colors);

// Counts the edges by pair; `pairs` are those that have numbers, ascending. By node: `colors`, and
// `own`, which tells nodes apart whose colour is kUnseenColor.
EdgeColors count_edges(const Dataset& graphs, std::span<const std::uint32_t> colors,
                       std::span<const std::uint32_t> own, std::span<const ColorPair> pairs);

// By node, pairs as columns: the ends that the node is of edges whose colours are the pair.
SparseMatrix count_edge_ends(const Dataset& graphs, std::span<const std::uint32_t> colors,
                             std::span<const ColorPair> pairs);

// The kernel of one round between two graphs: the sum over pairs of colours of
// root root' min(first, first') min(second, second'). Added for all pairs of graphs, to the upper
// triangle; `mirror` makes the rest.
void add_edge_kernel(GramMatrix& gram, const EdgeColors& edges, std::size_t num_pairs);

// The same for each of `rows` with each of `columns`.
void add_edge_kernel(CrossGram& cross, const EdgeColors& rows, const EdgeColors& columns,
                     std::size_t num_pairs);

}  // namespace dhgak
