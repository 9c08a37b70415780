// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "dhgak/graph/dataset.h"
#include "dhgak/graph/new_graphs.h"

namespace dhgak {

// Counts the graphs and nodes into `notes`.
void note_new_graphs(const Dataset& graphs, NewGraphNotes& notes);

// The same, and the nodes whose label is unknown: by node, `labels` hold the colour of round 0,
// which is kUnseenColor there. Such labels match nothing.
void note_new_graphs(const Dataset& graphs, std::span<const std::uint32_t> labels,
                     NewGraphNotes& notes);

}  // namespace dhgak
