// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "dhgak/graph/dataset.h"
#include "graph/molecule_drawing.h"
#include "run/render/json.h"

namespace dhgak {

// What the page needs to draw a graph, each packed (packed.h):
//
//   xy  places of the nodes one after the other, in whole hundredths of an edge's length
//   l   their labels
//   e   edges, two nodes each
//
// and of a molecule that is drawn as one, as they are
//
//   b   a letter for each edge: its stroke
//   a   the atoms that have a text, each followed by it
Json graph_drawing(const Graph& graph, const std::optional<MoleculeDrawing>& molecule);

// Where to draw the nodes of a slice as explanation_json.h tells it, packed like `xy`.
std::string slice_places(const Json& slice);

}  // namespace dhgak
