// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>

#include "dhgak/matrix/sparse_matrix.h"

namespace dhgak {

// The features of graphs, a block of rows at a time and as often as they are asked for: those of
// many graphs are too many to be in memory at once.
class FeatureRows {
public:
    using Visitor = std::function<void(std::size_t first_row, const SparseMatrix& block)>;

    virtual ~FeatureRows() = default;

    virtual std::size_t num_rows() const = 0;
    virtual std::size_t num_cols() const = 0;

    // Calls `visit` with all rows, block after block; each block has all columns. The same rows
    // each time, bit for bit. May be called from several threads.
    virtual void visit(const Visitor& visit) const = 0;
};

// A matrix that is in memory, borrowed, as one block.
class WholeFeatures final : public FeatureRows {
public:
    explicit WholeFeatures(const SparseMatrix& features) : features_(features) {}

    std::size_t num_rows() const override { return features_.num_rows(); }
    std::size_t num_cols() const override { return features_.num_cols; }
    void visit(const Visitor& visit) const override { visit(0, features_); }

private:
    const SparseMatrix& features_;
};

}  // namespace dhgak
