// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "graph/tu/arc_rows.h"
#include "graph/tu/text_file.h"

namespace dhgak {

// Where the nodes of the files, numbered from 0 by line, stand in the dataset.
struct NodeOrder {
    std::vector<std::uint32_t> graph_of;     // by line
    std::vector<std::uint32_t> position_of;  // by line, counted through the dataset
    std::vector<std::size_t> node_offsets;   // by graph
};

// Reads `i, j` lines. Throws InputError with file and line.
ArcList parse_arcs(const TextFile& file, const NodeOrder& order);

}  // namespace dhgak
