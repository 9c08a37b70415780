// SPDX-License-Identifier: MIT
#include "kernel/counts/gather.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/core/parallel.h"
#include "matrix/row_blocks.h"

namespace dhgak {
namespace {

GraphCounts gather_rows(std::size_t begin, std::size_t end, const KindCounter& count_graph) {
    GraphCounts rows;
    std::vector<KindCount> kinds;
    for (std::size_t g = begin; g < end; ++g) {
        kinds.clear();
        count_graph(g, kinds);
        std::ranges::sort(kinds, {}, &KindCount::column);  // kNoColumn last
        double size = 0;
        Unmatched unmatched;
        for (const KindCount& kind : kinds) {
            size += kind.count;
            if (kind.column == kNoColumn) {
                unmatched.things += kind.count;
                unmatched.weighted += kind.weight * kind.count;
                unmatched.squares += kind.weight * kind.count * kind.count;
            } else {
                rows.counts.columns.push_back(static_cast<std::int32_t>(kind.column));
                rows.counts.values.push_back(kind.count);
            }
        }
        rows.counts.row_offsets.push_back(static_cast<std::int64_t>(rows.counts.values.size()));
        rows.sizes.push_back(static_cast<std::size_t>(size));
        rows.unmatched.push_back(unmatched);
    }
    return rows;
}

}  // namespace

GraphCounts gather_counts(std::size_t num_graphs, std::size_t num_columns,
                          const KindCounter& count_graph) {
    if (num_columns > std::numeric_limits<std::int32_t>::max())
        throw Error(fmt::format("one level has {} columns, more than a 32-bit number can count",
                                num_columns));
    std::vector<GraphCounts> blocks((num_graphs + kGraphBlock - 1) / kGraphBlock);
    parallel_blocks(num_graphs, kGraphBlock, [&](std::size_t begin, std::size_t end) {
        blocks[begin / kGraphBlock] = gather_rows(begin, end, count_graph);
    });

    GraphCounts result;
    SparseMatrix& counts = result.counts;
    counts.num_cols = num_columns;
    std::size_t num_entries = 0;
    for (const GraphCounts& block : blocks) num_entries += block.counts.num_entries();
    counts.columns.reserve(num_entries);
    counts.values.reserve(num_entries);
    for (GraphCounts& block : blocks) {
        const auto before = static_cast<std::int64_t>(counts.values.size());
        for (std::size_t r = 1; r < block.counts.row_offsets.size(); ++r)
            counts.row_offsets.push_back(before + block.counts.row_offsets[r]);
        counts.columns.insert(counts.columns.end(), block.counts.columns.begin(),
                              block.counts.columns.end());
        counts.values.insert(counts.values.end(), block.counts.values.begin(),
                             block.counts.values.end());
        result.sizes.insert(result.sizes.end(), block.sizes.begin(), block.sizes.end());
        result.unmatched.insert(result.unmatched.end(), block.unmatched.begin(),
                                block.unmatched.end());
        block = {};
    }
    return result;
}

}  // namespace dhgak
