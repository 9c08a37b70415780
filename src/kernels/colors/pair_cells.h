// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dhgak/io/model_file.h"
#include "dhgak/kernel/feature_guide.h"
#include "dhgak/matrix/sparse_matrix.h"
#include "kernels/colors/edge_colors.h"

namespace dhgak {

// The explicit features of add_edge_kernel. min(a, a') min(b, b') is the number of cells that the
// rectangles of a x b and a' x b' share; a pair of colours has one column for each cell (i, j) that
// lies in the rectangle of some training graph, so that columns are no more than entries. Of a
// square, where both colours are one, (i, j) and (j, i) are one cell.
class PairCells {
public:
    PairCells(const EdgeColors& training, std::span<const ColorPair> pairs);
    PairCells(const ModelReader& reader, std::span<const ColorPair> pairs);
    void save(const ModelWriter& writer) const;

    // One row per graph; the squares of what has no column are added to `lengths`, by graph.
    // Throws Error if columns are not countable.
    SparseMatrix features(const EdgeColors& edges, std::vector<double>& lengths) const;

    // The features of a pair of colours.
    FeatureRange features_of(std::size_t pair) const;
    std::size_t num_features() const { return first_column_.back(); }

    // Of the features of these graphs, if they are the training graphs.
    double num_entries(const EdgeColors& training) const;

private:
    void number_columns();
    void append_cells(const PairCount& count, SparseMatrix& features, double& length) const;

    std::vector<std::int64_t> offsets_ = {0};  // pair p owns heights [offsets[p], offsets[p + 1])
    std::vector<std::uint32_t> heights_;       // by i: cells (i, 0), (i, 1), ... there are
    std::vector<bool> is_square_;              // by pair
    std::vector<std::size_t> first_column_;    // by height
};

}  // namespace dhgak
