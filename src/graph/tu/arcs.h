// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "graph/tu/arc_rows.h"
#include "graph/tu/tables.h"
#include "graph/tu/text_file.h"

namespace dhgak {

// Where the nodes of the files, numbered from 0 by line, stand in the dataset.
struct NodeOrder {
    std::vector<std::uint32_t> graph_of;     // by line
    std::vector<std::uint32_t> position_of;  // by line, counted through the dataset
    std::vector<std::size_t> node_offsets;   // by graph
};

// `i, j` lines as they stand, for any first line.
RowParser<std::int64_t> make_arc_parser(std::string_view first_line, std::string_view what);

// The same lines, but only `i`; what follows is not looked at.
RowParser<std::int64_t> make_tail_parser(std::string_view first_line, std::string_view what);

// What is wrong with an arc's node number, or with the graphs (from 0) of its nodes (from 0).
std::string describe_wrong_node(std::int64_t node, std::size_t num_nodes);
std::string describe_wrong_graphs(std::size_t from, std::size_t from_graph, std::size_t to,
                                  std::size_t to_graph);

// Reads `i, j` lines. Throws InputError with file and line.
ArcList parse_arcs(const TextFile& file, const NodeOrder& order);

}  // namespace dhgak
