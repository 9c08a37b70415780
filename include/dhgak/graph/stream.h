// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "dhgak/graph/dataset.h"
#include "dhgak/graph/molecules.h"

namespace dhgak {

// Graphs of a source in their order, some at a time, for sources larger than memory.
class DatasetStream {
public:
    virtual ~DatasetStream() = default;

    // The graphs that come next, or nothing at the end. A block is a valid dataset of its own: its
    // label names are those that occur in it, so blocks number labels differently and are matched
    // by name; its class names are those of the block or of the whole source. Joined by
    // concatenate(), the blocks are what read_dataset gives. Throws InputError with file, line and
    // remedy, maybe after good blocks: a late line is read late.
    virtual std::optional<Dataset> next() = 0;
};

// Opens what read_dataset reads, to be read in blocks of `graphs_per_block` graphs, the last one
// smaller.
//
// TU files, in folders and zips, are read side by side as text. Memory is that of one block,
// whatever the number of graphs. A first pass checks that nodes and arcs come in the order of their
// graphs (inside a graph any order will do) and finds faults in graph_indicator and graph_labels.
// Where they do not come in order, or where a file is a pipe and cannot be read twice, the dataset
// is read whole, with a log_info, and cut into blocks; so are `demo` and formats without a stream.
//
// Molecules are read as they come. With BadMolecules::fail the first that is bad throws, after the
// rest of the file was searched for others.
//
// Throws InputError for what can be seen at once, like missing and empty files.
std::unique_ptr<DatasetStream> open_stream(const std::string& source, std::size_t graphs_per_block,
                                           const MoleculeOptions& molecules = {});

// Cuts a dataset that is in memory.
std::unique_ptr<DatasetStream> stream_of(Dataset dataset, std::size_t graphs_per_block);

}  // namespace dhgak
