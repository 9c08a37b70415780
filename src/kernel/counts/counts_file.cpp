// SPDX-License-Identifier: MIT
#include "kernel/counts/counts_file.h"

#include <span>
#include <vector>

namespace dhgak {
namespace {

void judge_row(const ModelReader& reader, const GraphCounts& counts, std::size_t g) {
    const SparseMatrix& rows = counts.counts;
    double sum = 0;
    const auto begin = static_cast<std::size_t>(rows.row_offsets[g]);
    const auto end = static_cast<std::size_t>(rows.row_offsets[g + 1]);
    for (std::size_t e = begin; e < end; ++e) {
        reader.require(e == begin || rows.columns[e - 1] < rows.columns[e], "columns",
                       "do not ascend");
        reader.require(rows.values[e] > 0, "values", "a count is not positive");
        sum += rows.values[e];
    }
    reader.require(sum <= static_cast<double>(counts.sizes[g]), "sizes",
                   "a graph has more than its size");
}

}  // namespace

void save_counts(const GraphCounts& counts, const ModelWriter& writer) {
    const SparseMatrix& rows = counts.counts;
    writer.add("offsets", std::span<const std::int64_t>(rows.row_offsets));
    writer.add("columns", std::span<const std::int32_t>(rows.columns));
    writer.add("values", std::span<const double>(rows.values));
    const std::vector<std::int64_t> sizes(counts.sizes.begin(), counts.sizes.end());
    writer.add("sizes", std::span<const std::int64_t>(sizes));
}

GraphCounts load_counts(const ModelReader& reader, std::size_t num_columns) {
    GraphCounts counts;
    SparseMatrix& rows = counts.counts;
    rows.num_cols = num_columns;
    rows.row_offsets = reader.offsets("offsets");
    rows.columns = reader.integers("columns", 0, static_cast<std::int32_t>(num_columns) - 1);
    rows.values = reader.doubles("values");
    for (const std::int64_t size : reader.counts("sizes"))
        counts.sizes.push_back(static_cast<std::size_t>(size));
    reader.require(rows.row_offsets.size() == counts.sizes.size() + 1, "offsets",
                   "there must be one more than sizes");
    reader.require(rows.columns.size() == rows.values.size() &&
                       rows.row_offsets.back() == static_cast<std::int64_t>(rows.values.size()),
                   "values", "there must be as many as columns, up to the last offset");
    for (std::size_t g = 0; g < counts.num_graphs(); ++g) judge_row(reader, counts, g);
    return counts;
}

}  // namespace dhgak
