// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "dhgak/graph/dataset.h"
#include "dhgak/graph/molecules.h"

namespace dhgak {

// Graphs a block at a time, as often as they are asked for: calls its argument with block after
// block, the same ones each time.
using GraphBlocks = std::function<void(const std::function<void(const Dataset&)>& use)>;

// Enough graphs to share slices between them.
inline constexpr std::size_t kGraphsPerBlock = 4096;

// Of a dataset in memory, which is borrowed; blocks keep its names of labels and classes.
GraphBlocks blocks_of(const Dataset& dataset);

// Of a source as open_stream reads it, once for each call. Memory does not grow with the number of
// graphs; the next block is read while one is used.
GraphBlocks blocks_of(std::string source, MoleculeOptions molecules = {});

// The text of a source in bytes, about: files as they are, a zip unpacked; 0 for `demo` and for
// pipes.
std::size_t text_bytes(const std::string& source);

}  // namespace dhgak
