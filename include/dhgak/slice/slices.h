// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "dhgak/graph/dataset.h"

namespace dhgak {

// What stands for hop h of a node that has no node at depth h.
enum class ShortHops {
    repeat,  // its last slice that is not empty, as the authors' code does
    empty,   // nothing, as the paper's text has it
};

// What hop 0 of a node is.
enum class FirstSlice {
    slice,  // S_0^b(v), as in Algorithm 2
    label,  // v's own label, as in Definition 2
};

struct SliceOptions {
    int H = 5;  // hops 0..H are cut
    int b = 0;  // width: depth of the neighbourhood around each node of a ring
    ShortHops short_hops = ShortHops::repeat;
    FirstSlice hop0 = FirstSlice::slice;
};

// Throws ConfigError for a negative hop or width.
void validate(const SliceOptions& options);

// What fixes every b-width h-hop slice of a dataset: the graphs, the options and the order of nodes
// inside a slice. The slices themselves are cut graph by graph when they are used (slice/rings.h,
// slice/sequences.h, slice/bags.h): written out they would not fit in memory for large graphs.
//
// Borrows the dataset, which must outlive it.
struct Slices {
    const Dataset* dataset = nullptr;
    SliceOptions options;

    // By node: its place in the order of its graph's nodes by eigenvector centrality descending,
    // ties by label ascending, then by node number.
    std::vector<std::uint32_t> rank;

    int num_hops() const { return options.H + 1; }
};

Slices cut_slices(const Dataset& dataset, const SliceOptions& options);

}  // namespace dhgak
