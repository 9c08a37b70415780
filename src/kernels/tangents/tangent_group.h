// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "dhgak/matrix/sparse_matrix.h"
#include "kernels/tangents/tangent_graph.h"

namespace dhgak {

// The classes of all nodes of some graphs in a round; classes of different graphs are one where the
// network cannot tell them apart.
struct GroupRound {
    std::size_t size = 0;                    // number of classes
    std::vector<std::uint32_t> labels;       // by class, in round 0
    SparseMatrix sums;                       // by class, as in TangentRound
    std::vector<std::vector<double>> roots;  // by layer, then by class
    SparseMatrix classes;                    // by graph: its classes with their weights
    SparseMatrix graphs;                     // the same by class
};

// Graphs next to each other in a dataset that are compared with others all at once.
struct TangentGroup {
    std::size_t first_graph = 0;
    std::size_t num_graphs = 0;
    std::vector<GroupRound> rounds;
};

// Cuts the graphs into groups.
//
// Without attention, nodes of one colour are one class in all graphs of a group. A group grows as
// long as the classes of the last round but one, of which comparisons keep covariances, are at most
// `most_classes`; a single graph may have more. With attention no graphs share classes, a group is
// no more than a batch, and `most_nodes` bounds it.
struct GroupBounds {
    std::size_t most_classes = 4096;
    std::size_t most_nodes = 1024;
};
std::vector<TangentGroup> make_groups(std::vector<TangentGraph> graphs,
                                      const TangentOptions& options,
                                      const GroupBounds& bounds = {});

}  // namespace dhgak
