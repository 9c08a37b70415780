// SPDX-License-Identifier: MIT
#pragma once

#include "dhgak/io/model_file.h"
#include "kernel/counts/counts.h"

namespace dhgak {

// Counts of graphs in a model, without what is unmatched: training graphs have nothing of it.
void save_counts(const GraphCounts& counts, const ModelWriter& writer);

// Throws InputError unless the counts are positive, in `num_columns` columns that ascend by row,
// and no more than the size of their graph.
GraphCounts load_counts(const ModelReader& reader, std::size_t num_columns);

}  // namespace dhgak
