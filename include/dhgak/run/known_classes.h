// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "dhgak/graph/dataset.h"

namespace dhgak {

// The graphs whose class is known, which are all that training and judging see.
struct KnownGraphs {
    Dataset dataset;
    std::vector<std::size_t> graph_ids;  // by graph: its number in the whole
};
KnownGraphs known_classes(const Dataset& whole);

// Throws InputError with the remedy if no graph has a class.
void require_classes(const Dataset& dataset);

}  // namespace dhgak
