// SPDX-License-Identifier: MIT
#include "kernel/counts/counts.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "dhgak/core/error.h"

namespace dhgak {
namespace {

double over_size(const GraphCounts& level, std::size_t graph, CountRule rule) {
    return rule == CountRule::mean ? static_cast<double>(level.sizes[graph]) : 1;
}

// Eq. 4 and 6 with the rule `mean`: the mean of the slices' cluster indicators.
SparseMatrix scaled_counts(const GraphCounts& level, const ColumnLayout& layout, CountRule rule) {
    SparseMatrix features = level.counts;
    for (std::size_t g = 0; g < features.num_rows(); ++g) {
        const double size = over_size(level, g, rule);
        const auto end = static_cast<std::size_t>(features.row_offsets[g + 1]);
        for (auto e = static_cast<std::size_t>(features.row_offsets[g]); e < end; ++e)
            features.values[e] *=
                std::sqrt(layout.weights[static_cast<std::size_t>(features.columns[e])]) / size;
    }
    return features;
}

// min(x, y) is the number of ones that x and y written in unary share.
SparseMatrix unary_coding(const GraphCounts& level, const ColumnLayout& layout,
                          std::vector<double>& lengths) {
    std::vector<std::size_t> first_column(layout.num_columns() + 1);
    for (std::size_t c = 0; c < layout.num_columns(); ++c)
        first_column[c + 1] = first_column[c] + layout.max_count[c];

    SparseMatrix features;
    features.num_cols = first_column.back();
    require_countable(features.num_cols);
    const SparseMatrix& counts = level.counts;
    for (std::size_t g = 0; g < counts.num_rows(); ++g) {
        const auto end = static_cast<std::size_t>(counts.row_offsets[g + 1]);
        for (auto e = static_cast<std::size_t>(counts.row_offsets[g]); e < end; ++e) {
            const auto c = static_cast<std::size_t>(counts.columns[e]);
            const auto count = static_cast<std::size_t>(counts.values[e]);
            const std::size_t coded = std::min<std::size_t>(count, layout.max_count[c]);
            for (std::size_t j = 0; j < coded; ++j)
                features.columns.push_back(static_cast<std::int32_t>(first_column[c] + j));
            features.values.insert(features.values.end(), coded, std::sqrt(layout.weights[c]));
            lengths[g] += layout.weights[c] * static_cast<double>(count - coded);
        }
        features.row_offsets.push_back(static_cast<std::int64_t>(features.columns.size()));
    }
    return features;
}

// min(w x, w y) = w min(x, y).
SparseMatrix weighted_counts(const GraphCounts& level, const ColumnLayout& layout) {
    SparseMatrix weighted = level.counts;
    for (std::size_t e = 0; e < weighted.num_entries(); ++e)
        weighted.values[e] *= layout.weights[static_cast<std::size_t>(weighted.columns[e])];
    return weighted;
}

void add_unmatched(const GraphCounts& level, CountRule rule, std::vector<double>& lengths) {
    assert(lengths.size() == level.num_graphs());
    for (std::size_t g = 0; g < level.unmatched.size(); ++g) {
        const Unmatched& unmatched = level.unmatched[g];
        const double size = over_size(level, g, rule);
        if (unmatched.things > 0)
            lengths[g] += rule == CountRule::intersection ? unmatched.weighted
                                                          : unmatched.squares / (size * size);
    }
}

}  // namespace

void append(GraphCounts& counts, const GraphCounts& more) {
    if (!counts.unmatched.empty() || !more.unmatched.empty()) {
        counts.unmatched.resize(counts.num_graphs());
        counts.unmatched.insert(counts.unmatched.end(), more.unmatched.begin(),
                                more.unmatched.end());
        counts.unmatched.resize(counts.num_graphs() + more.num_graphs());
    }
    counts.sizes.insert(counts.sizes.end(), more.sizes.begin(), more.sizes.end());
    append_rows(counts.counts, more.counts);
}

void ColumnLayout::merge(const ColumnLayout& other) {
    assert(weights == other.weights);
    for (std::size_t c = 0; c < max_count.size(); ++c)
        max_count[c] = std::max(max_count[c], other.max_count[c]);
}

ColumnLayout layout_of(const GraphCounts& training, std::vector<double> weights) {
    ColumnLayout layout = {.weights = std::move(weights), .max_count = {}};
    layout.max_count.resize(layout.weights.size());
    const SparseMatrix& counts = training.counts;
    for (std::size_t e = 0; e < counts.num_entries(); ++e) {
        std::uint32_t& highest = layout.max_count[static_cast<std::size_t>(counts.columns[e])];
        // Pairs of nodes of one graph can be more than that; unary coding refuses so many anyway.
        constexpr double kMost = std::numeric_limits<std::uint32_t>::max();
        highest = std::max(highest, static_cast<std::uint32_t>(std::min(counts.values[e], kMost)));
    }
    return layout;
}

void add_level(GramMatrix& gram, std::vector<double>& lengths, const GraphCounts& level,
               const ColumnLayout& layout, CountRule rule) {
    assert(gram.size() == level.num_graphs());
    add_unmatched(level, rule, lengths);
    if (level.counts.num_entries() == 0) return;
    if (rule == CountRule::intersection)
        add_intersections(gram, weighted_counts(level, layout));
    else
        add_inner_products(gram, scaled_counts(level, layout, rule));
}

SparseMatrix level_features(const GraphCounts& level, const ColumnLayout& layout, CountRule rule,
                            std::vector<double>& lengths) {
    add_unmatched(level, rule, lengths);
    return rule == CountRule::intersection ? unary_coding(level, layout, lengths)
                                           : scaled_counts(level, layout, rule);
}

}  // namespace dhgak
