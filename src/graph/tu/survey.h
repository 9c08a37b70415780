// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "graph/tu/files.h"

namespace dhgak {

// What a first pass over graph_labels, graph_indicator and A tells.
struct TuSurvey {
    std::size_t num_graphs = 0;
    std::size_t num_nodes = 0;
    std::size_t num_arcs = 0;

    // Whether nodes, and arcs by their first node, come in the order of graphs. If not, the pass
    // ended where that was seen and the other fields say nothing.
    bool in_order = false;
};

// Memory does not grow with the files. Throws the InputError that reading whole throws; second
// nodes of arcs are not looked at.
TuSurvey survey(const TuFiles& files);

}  // namespace dhgak
