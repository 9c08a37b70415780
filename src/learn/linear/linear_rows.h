// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dhgak/matrix/feature_rows.h"

namespace dhgak {

// Explicit features as a linear SVM wants them: the same inner products with fewer numbers.
//
// Columns that are multiples of each other count as one, since their weights are multiples too:
// clusterings that agree and clusters that one graph has for itself make half of all columns such.
// Graphs with equal features share a row. A last column of ones carries the bias.
class LinearRows {
public:
    // Throws InputError, naming the graph, if a value is infinite or NaN.
    explicit LinearRows(const FeatureRows& features);
    explicit LinearRows(const SparseMatrix& features);

    // Rows point into their blocks.
    LinearRows(LinearRows&&) = default;
    LinearRows& operator=(LinearRows&&) = default;

    std::size_t num_graphs() const { return row_of_graph_.size(); }
    std::size_t num_rows() const { return squares_.size(); }
    std::size_t num_columns() const { return num_columns_; }
    std::size_t num_features() const { return share_.size(); }

    std::uint32_t row_of(std::size_t graph) const { return row_of_graph_[graph]; }
    double square(std::uint32_t row) const {
        return squares_[row];
    }  // of its length, bias included

    double dot(std::uint32_t row, const float* weights) const;
    void add(std::uint32_t row, double factor, float* weights) const;

    // Weights on the columns of the features, then the bias.
    std::vector<double> unfold(std::span<const float> weights) const;

private:
    struct Entry {
        std::uint32_t column;
        float value;
    };

    // The entries of a row, in one of the blocks.
    struct Row {
        const Entry* begin;
        const Entry* end;
    };

    void merge_columns(const FeatureRows& features);
    void fill(const FeatureRows& features);

    std::size_t num_columns_ = 0;
    std::vector<std::uint32_t> merged_column_;  // by column of the features
    std::vector<double> share_;                 // its weight over that of the merged column
    std::vector<std::uint32_t> row_of_graph_;
    std::vector<std::vector<Entry>> blocks_;
    std::vector<Row> rows_;
    std::vector<double> squares_;
};

}  // namespace dhgak
