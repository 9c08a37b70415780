// SPDX-License-Identifier: MIT
#include "kernel/counts/compact_counts.h"

#include <algorithm>
#include <numeric>

namespace dhgak {
namespace {

constexpr double kLargest = 65535;

}  // namespace

CompactCounts::CompactCounts(const GraphCounts& level)
    : num_cols_(level.counts.num_cols),
      sum_(std::accumulate(level.counts.values.begin(), level.counts.values.end(), 0.0)),
      columns_(level.counts.columns.begin(), level.counts.columns.end()),
      sizes_(level.sizes.begin(), level.sizes.end()) {
    for (std::size_t g = 0; g < level.num_graphs(); ++g)
        row_sizes_.push_back(static_cast<std::uint32_t>(level.counts.row_offsets[g + 1] -
                                                        level.counts.row_offsets[g]));
    counts_.reserve(columns_.size());
    for (std::size_t e = 0; e < columns_.size(); ++e) {
        const double value = level.counts.values[e];
        const bool fits = value >= 0 && value <= kLargest;
        const auto count = static_cast<std::uint16_t>(fits ? value : 0);
        counts_.push_back(count);
        if (static_cast<double>(count) != value) others_.emplace_back(e, value);
    }
    if (std::ranges::any_of(level.unmatched,
                            [](const Unmatched& unmatched) { return unmatched != Unmatched{}; }))
        unmatched_ = level.unmatched;
}

GraphCounts CompactCounts::expand() const {
    GraphCounts level;
    level.counts.num_cols = num_cols_;
    for (const std::uint32_t size : row_sizes_)
        level.counts.row_offsets.push_back(level.counts.row_offsets.back() + size);
    level.counts.columns = columns_;
    level.counts.values.assign(counts_.begin(), counts_.end());
    for (const auto& [entry, value] : others_) level.counts.values[entry] = value;
    level.sizes = sizes_;
    level.unmatched = unmatched_;
    return level;
}

}  // namespace dhgak
