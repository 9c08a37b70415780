// SPDX-License-Identifier: MIT
#include "dhgak/kernel/hop_kernel.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "dhgak/core/error.h"

namespace dhgak {
namespace {

// Eq. 4 and 6: the mean of the slices' cluster indicators, scaled by 1 / sqrt(T |Psi|).
SparseMatrix mean_embedding(const ClusterCounts& hop, std::span<const std::size_t> node_offsets) {
    SparseMatrix features = hop.counts;
    for (std::size_t g = 0; g < features.num_rows(); ++g) {
        const auto num_slices = static_cast<double>(node_offsets[g + 1] - node_offsets[g]);
        const auto end = static_cast<std::size_t>(features.row_offsets[g + 1]);
        for (auto e = static_cast<std::size_t>(features.row_offsets[g]); e < end; ++e)
            features.values[e] *=
                std::sqrt(hop.column_weights[static_cast<std::size_t>(features.columns[e])]) /
                num_slices;
    }
    return features;
}

// min(x, y) is the number of ones that x and y written in unary share.
SparseMatrix unary_coding(const ClusterCounts& hop) {
    const SparseMatrix& counts = hop.counts;
    std::vector<std::size_t> first_column(counts.num_cols + 1);
    for (std::size_t e = 0; e < counts.num_entries(); ++e) {
        std::size_t& highest = first_column[static_cast<std::size_t>(counts.columns[e]) + 1];
        highest = std::max(highest, static_cast<std::size_t>(counts.values[e]));
    }
    for (std::size_t c = 0; c < counts.num_cols; ++c) first_column[c + 1] += first_column[c];

    SparseMatrix features;
    features.num_cols = first_column.back();
    if (features.num_cols > std::numeric_limits<std::int32_t>::max())
        throw Error(
            fmt::format("one hop's unary coding has {} columns, more than a 32-bit column "
                        "number can count",
                        features.num_cols));
    for (std::size_t g = 0; g < counts.num_rows(); ++g) {
        const auto end = static_cast<std::size_t>(counts.row_offsets[g + 1]);
        for (auto e = static_cast<std::size_t>(counts.row_offsets[g]); e < end; ++e) {
            const auto c = static_cast<std::size_t>(counts.columns[e]);
            const auto count = static_cast<std::size_t>(counts.values[e]);
            for (std::size_t j = 0; j < count; ++j)
                features.columns.push_back(static_cast<std::int32_t>(first_column[c] + j));
            features.values.insert(features.values.end(), count, std::sqrt(hop.column_weights[c]));
        }
        features.row_offsets.push_back(static_cast<std::int64_t>(features.columns.size()));
    }
    return features;
}

// min(w x, w y) = w min(x, y).
SparseMatrix weighted_counts(const ClusterCounts& hop) {
    SparseMatrix weighted = hop.counts;
    for (std::size_t e = 0; e < weighted.num_entries(); ++e)
        weighted.values[e] *= hop.column_weights[static_cast<std::size_t>(weighted.columns[e])];
    return weighted;
}

}  // namespace

void add_hop(GramMatrix& gram, const ClusterCounts& hop, std::span<const std::size_t> node_offsets,
             HopKernel mode) {
    assert(hop.counts.num_rows() + 1 == node_offsets.size());
    if (hop.counts.num_entries() == 0) return;
    switch (mode) {
        case HopKernel::mean_embedding:
            return add_inner_products(gram, mean_embedding(hop, node_offsets));
        case HopKernel::assignment:
            return add_intersections(gram, weighted_counts(hop));
    }
}

SparseMatrix hop_features(const ClusterCounts& hop, std::span<const std::size_t> node_offsets,
                          HopKernel mode) {
    assert(hop.counts.num_rows() + 1 == node_offsets.size());
    return mode == HopKernel::mean_embedding ? mean_embedding(hop, node_offsets)
                                             : unary_coding(hop);
}

}  // namespace dhgak
