// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "dhgak/graph/dataset.h"

namespace dhgak {

struct Spread {
    std::size_t min = 0;
    double mean = 0;
    std::size_t max = 0;
};

// Graphs that look the same to any method that Weisfeiler-Leman bounds; see wl_hash.h.
struct Duplicates {
    std::size_t distinct_graphs = 0;
    std::size_t shared_graphs = 0;       // those that look like another graph
    std::size_t conflicting_graphs = 0;  // those that look like a graph of another class

    // The accuracy, in [0, 1], that no such method can pass on these very graphs: of those that
    // look the same it can have at most the largest class right. 0 without classes. Kernels of
    // slices see distances too, so this does not bound them.
    double best_accuracy = 0;
};

// What one should know about a dataset before believing a result on it: how uneven the classes are,
// what the files held that was set right, and how many graphs are copies of others, which flatter a
// result when one is in the training and one in the test graphs. Graphs of unknown class count as
// graphs and as copies, but in no class and no conflict.
struct Audit {
    std::vector<std::size_t> class_sizes;  // by class; empty without classes
    std::size_t unknown_classes = 0;       // graphs whose class is not known
    double majority_share = 0;

    Spread nodes;  // per graph
    Spread edges;  // per graph

    std::size_t isolated_nodes = 0;
    std::size_t disconnected_graphs = 0;  // of more than one component
    std::size_t empty_graphs = 0;         // without nodes

    Irregularities irregularities;

    Duplicates duplicates;                   // judged by node labels, which kernels see
    Duplicates duplicates_with_edge_labels;  // the same if there are no edge labels

    // Attribute columns that look like positions in space, ascending; see coordinates.h.
    std::vector<std::size_t> coordinate_columns;
};

// Takes time linear in the size but for sorting; the same for any number of threads.
Audit audit(const Dataset& dataset);

}  // namespace dhgak
