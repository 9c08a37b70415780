// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "dhgak/graph/dataset.h"
#include "dhgak/matrix/sparse_matrix.h"

namespace dhgak {

// What a column stands for.
struct ColumnFacts {
    std::string text;       // for people: "cluster 17 of kmeans, experiment 2"
    std::size_t reach = 0;  // how many edges from its node on it sees
};

// The features of a column, which follow each other: several where counts are coded in unary.
struct FeatureRange {
    std::size_t begin = 0;
    std::size_t end = 0;
};

// Leads from the feature map of a fitted kernel back to the nodes of the graphs. Levels (hops,
// rounds) have columns (clusters, colours, paths), and each column has features of its own.
// Immutable.
class FeatureGuide {
public:
    virtual ~FeatureGuide() = default;

    // By level, then by column. Every feature belongs to one column.
    virtual std::vector<std::vector<FeatureRange>> column_features() const = 0;

    // By level, nodes x columns: how much of a column's count a node makes. The rows of a graph's
    // nodes sum up to its counts. A thing of several nodes is shared out evenly among them.
    // Throws ConfigError if the kernel cannot tell.
    virtual std::vector<SparseMatrix> node_counts(const Dataset& graphs) const = 0;

    virtual ColumnFacts describe(std::size_t level, std::size_t column) const = 0;
};

}  // namespace dhgak
