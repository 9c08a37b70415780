// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "dhgak/graph/dataset.h"

namespace dhgak {

// Attribute columns that look like positions in space, ascending. Positions change with the frame
// of reference, so means or sums of them say nothing about a graph.
//
// Two or three columns side by side count as positions if edges are as long as bonds are: all of
// about one length (deviation under a quarter of the mean), and much shorter than the distance
// between two nodes of a graph (under half of its root mean square). Two columns side by side also
// count if they are pixels: whole numbers from 0 that no two nodes of a graph share, about as
// spread one way as the other, with edges shorter, in square mean, than the distance between any
// two nodes. Does not depend on how nodes are numbered; takes O(columns * (nodes + edges)).
std::vector<std::size_t> find_coordinates(const Dataset& dataset);

}  // namespace dhgak
