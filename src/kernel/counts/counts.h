// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "dhgak/matrix/gram.h"
#include "dhgak/matrix/sparse_matrix.h"

namespace dhgak {

// How two graphs are compared by how often each of them has what a column stands for: slices in a
// cluster, nodes of a colour, pairs of nodes at a distance.
//
//   mean          sum_c w_c (n_c(G) / |G|) (n_c(G') / |G'|), |G| the number of things counted
//   product       sum_c w_c n_c(G) n_c(G')
//   intersection  sum_c w_c min(n_c(G), n_c(G'))
enum class CountRule { mean, product, intersection };

// What no column stands for in one graph: it meets nothing, but makes the graph longer.
struct Unmatched {
    double things = 0;    // how many
    double weighted = 0;  // the sum over kinds of things of their number, by weight
    double squares = 0;   // the same of the square of their number

    bool operator==(const Unmatched&) const = default;
};

// The counts of some graphs at one level.
struct GraphCounts {
    SparseMatrix counts;               // graphs x columns
    std::vector<std::size_t> sizes;    // by graph: |G|
    std::vector<Unmatched> unmatched;  // by graph; empty: nowhere anything

    std::size_t num_graphs() const { return counts.num_rows(); }
};

// Puts the graphs of `more` behind those of `counts`.
void append(GraphCounts& counts, const GraphCounts& more);

// What the training graphs fix about the columns of a level.
struct ColumnLayout {
    std::vector<double> weights;           // by column
    std::vector<std::uint32_t> max_count;  // by column: the most that any training graph has

    std::size_t num_columns() const { return weights.size(); }

    // The layout of the graphs of both, as if they had been counted together: layouts of parts of
    // a dataset merge to that of the whole.
    void merge(const ColumnLayout& other);
};

ColumnLayout layout_of(const GraphCounts& training, std::vector<double> weights);

// Adds one level to the upper triangle of a kernel: K_L = K_{L-1} + level L. Not normalised. What
// is unmatched is added to `lengths`, which hold by graph what its own kernel value has beyond
// `gram`.
void add_level(GramMatrix& gram, std::vector<double>& lengths, const GraphCounts& level,
               const ColumnLayout& layout, CountRule rule);

// The explicit feature map of one level, whose inner products are what add_level adds.
//
//   mean, product  column c holds sqrt(w_c) times the count, over |G| for the mean
//   intersection   unary coding: column (c, j) holds sqrt(w_c) for j < n_c(G), else 0, up to the
//                  most that any training graph has; what is beyond goes to `lengths`
SparseMatrix level_features(const GraphCounts& level, const ColumnLayout& layout, CountRule rule,
                            std::vector<double>& lengths);

}  // namespace dhgak
