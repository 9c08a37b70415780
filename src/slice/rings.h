// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dhgak/graph/dataset.h"
#include "dhgak/slice/slices.h"

namespace dhgak {

// Finds the rings N_0(v), N_1(v), ... around nodes of one graph, each in the order of ranks.
//
// Keeps the rings of the last search only. Graphs of up to 64 nodes are searched with one word per
// node and need no sorting.
class RingSearch {
public:
    // `rank` has one entry per node of the graph, as in Slices; both must outlive the search.
    RingSearch(const Graph& graph, std::span<const std::uint32_t> rank);

    // Finds the rings 0..depth of v, or fewer where the component ends before.
    void search(std::size_t v, int depth);

    // Rings found, none of them empty.
    int num_rings() const { return static_cast<int>(ends_.size()) - 1; }

    std::span<const std::uint32_t> ring(int h) const { return {nodes_.data() + at(h), size(h)}; }

    // Rings 0..depth one after another; the whole of what was found if there are fewer.
    std::span<const std::uint32_t> ball(int depth) const;

private:
    std::size_t at(int h) const { return ends_[static_cast<std::size_t>(h)]; }
    std::size_t size(int h) const { return at(h + 1) - at(h); }
    void search_words(std::size_t v, int depth);
    void search_queue(std::size_t v, int depth);

    Graph graph_;
    std::span<const std::uint32_t> rank_;
    std::vector<std::uint32_t> order_;      // the node of each rank
    std::vector<std::uint64_t> neighbors_;  // by rank: ranks of the neighbours; small graphs only
    std::vector<std::uint32_t> seen_;       // by node: the last search that met it
    std::uint32_t stamp_ = 0;

    std::vector<std::uint32_t> nodes_;
    std::vector<std::size_t> ends_ = {0};  // ring h is [ends[h], ends[h + 1])
};

}  // namespace dhgak
