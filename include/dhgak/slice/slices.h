// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "dhgak/graph/dataset.h"

namespace dhgak {

class NodeRanks;

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

// Whether the last ring of a node that has no more of them stands for those that are missing.
inline bool repeats_hops(const SliceOptions& options) {
    return options.short_hops == ShortHops::repeat;
}

// The most hops and the largest width: far beyond any diameter that matters, and a typing error of
// more digits would exhaust memory.
inline constexpr int kMostHops = 1000;

// Throws ConfigError if H or b is not in 0..kMostHops.
void validate(const SliceOptions& options);

// What fixes every b-width h-hop slice of a dataset: the graphs, the options and the order of nodes
// inside a slice. The slices themselves are cut graph by graph when they are used (slice/rings.h,
// slice/sequences.h, slice/bags.h): written out they would not fit in memory for large graphs.
//
// Borrows the dataset, which must outlive it. Copies share the order.
struct Slices {
    const Dataset* dataset = nullptr;
    SliceOptions options;
    std::shared_ptr<NodeRanks> ranks;

    int num_hops() const { return options.H + 1; }

    // By node of graph g: its place in the order by eigenvector centrality descending, ties by
    // label ascending, then by node number. Found when first asked for, which may be at the same
    // time by several threads: sequences need it, bags do not.
    std::span<const std::uint32_t> rank(std::size_t g) const;
};

// Judges the options; the work is left to those who use the slices.
Slices cut_slices(const Dataset& dataset, const SliceOptions& options);

}  // namespace dhgak
