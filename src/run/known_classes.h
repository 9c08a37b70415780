// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "dhgak/graph/blocks.h"
#include "dhgak/graph/dataset.h"

namespace dhgak {

// The graphs whose class is known, which are all that training and judging see.
struct KnownGraphs {
    std::shared_ptr<const Dataset> dataset;  // the whole, where all classes are known
    std::vector<std::size_t> graph_ids;      // by graph: its number in the whole
    std::size_t num_whole = 0;               // graphs of the whole
};
KnownGraphs known_classes(std::shared_ptr<const Dataset> whole);

// The blocks without graphs of unknown class; a block may be left without graphs.
GraphBlocks known_classes(GraphBlocks whole);

// Throws InputError with the remedy if no graph has a class.
void require_classes(const Dataset& dataset);
void require_classes(const std::string& name, const std::string& atoms,
                     std::span<const std::uint32_t> classes);

}  // namespace dhgak
