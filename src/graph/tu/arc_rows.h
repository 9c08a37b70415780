// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "dhgak/graph/dataset.h"

namespace dhgak {

// One line of an edge list.
struct Arc {
    std::uint32_t from;  // counted through the dataset
    std::uint32_t to;    // counted inside the graph; kSelfLoop where it is `from` itself
};
inline constexpr std::uint32_t kSelfLoop = std::numeric_limits<std::uint32_t>::max();

// Arcs in the order of their lines. Not a vector: its pages are first touched by the parser.
struct ArcList {
    std::unique_ptr<Arc[]> arcs;
    std::size_t size = 0;
};

// Fills arc_offsets, neighbors, edge_labels and irregularities of a dataset whose node_offsets
// stand: loops are dropped, doubled arcs collapsed (the first line's label stays), ways back added
// (with the label of the way there). `labels` has one entry per arc, or none; names of edge labels
// that only dropped arcs had are dropped. Linear in the arcs if they come in order, and frees
// `list` when it can.
void build_rows(Dataset& dataset, ArcList list, std::vector<std::uint32_t> labels);

}  // namespace dhgak
