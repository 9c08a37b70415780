// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "dhgak/graph/dataset.h"

namespace dhgak {

struct PlanePoint {
    double x = 0;
    double y = 0;
};

// Where to draw the nodes of a graph: distances on paper come near those in the graph, in edges.
// Components stand side by side. The same for every call.
//
// Components of up to some hundred nodes are laid out by stress majorisation (Gansner, Koren,
// North, "Graph Drawing by Stress Majorization", GD 2004); of larger ones only the start of it is
// kept, classical scaling of the distances to some pivots (Brandes, Pich, GD 2006), which is
// linear.
std::vector<PlanePoint> lay_out(const Graph& graph);

}  // namespace dhgak
