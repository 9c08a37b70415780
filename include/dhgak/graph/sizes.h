// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "dhgak/graph/dataset.h"

namespace dhgak {

// How large some graphs are, as far as the memory and time of a run depend on it.
struct GraphSizes {
    std::size_t graphs = 0;  // how many
    std::size_t nodes = 0;   // of all of them
    std::size_t arcs = 0;
    std::size_t largest = 0;  // nodes of one graph
    double squares = 0;       // the sum over graphs of the square of their nodes
    double near_pairs = 0;    // at most so many pairs of nodes are within two hops of each other

    void add(const Graph& graph);
};
GraphSizes sizes_of(const Dataset& graphs);

}  // namespace dhgak
