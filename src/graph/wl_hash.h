// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "dhgak/graph/dataset.h"

namespace dhgak {

struct WlHash {
    std::uint64_t high = 0;
    std::uint64_t low = 0;

    // The check takes the 0 in what the compiler writes here for a pointer.
    auto operator<=>(const WlHash&) const = default;  // NOLINT(modernize-use-nullptr)
};

struct WlHashOptions {
    std::size_t rounds = 6;
    bool edge_labels = false;  // colour by them too
    bool attributes = false;   // of nodes: colour by all of their bits
};

// One hash per graph of its Weisfeiler-Leman colours. Graphs that differ only in the numbering of
// their nodes have equal hashes; graphs with equal hashes are, but for a chance of about 2^-128 a
// pair, alike to any method that this many rounds of WL bound.
std::vector<WlHash> wl_hashes(const Dataset& dataset, const WlHashOptions& options = {});

}  // namespace dhgak
