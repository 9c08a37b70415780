// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "kernel/counts/counts.h"

namespace dhgak {

// The counts of some graphs at one level in six bytes an entry, for keeping those of many graphs.
class CompactCounts {
public:
    explicit CompactCounts(const GraphCounts& level);

    std::size_t num_graphs() const { return sizes_.size(); }
    std::size_t num_entries() const { return columns_.size(); }
    double sum() const { return sum_; }  // of all counts

    // What it was made from, number by number.
    GraphCounts expand() const;

private:
    std::size_t num_cols_ = 0;
    double sum_ = 0;
    std::vector<std::uint32_t> row_sizes_;
    std::vector<std::int32_t> columns_;
    std::vector<std::uint16_t> counts_;
    std::vector<std::pair<std::size_t, double>> others_;  // entries that 16 bits cannot hold
    std::vector<std::size_t> sizes_;
    std::vector<Unmatched> unmatched_;  // empty where all are 0
};

}  // namespace dhgak
