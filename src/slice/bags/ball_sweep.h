// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "dhgak/graph/dataset.h"

namespace dhgak {

// The balls and rings of all nodes of a graph at once, one hop after another: the ball of radius
// h + 1 around v is the union of its neighbours' balls of radius h, and a union is a few words.
//
// Takes num_nodes()^2 / 4 bytes.
class BallSweep {
public:
    // Starts at hop 0: each ball and each ring is the node alone.
    explicit BallSweep(const Graph& graph);

    // Goes one hop further. Returns whether any ring has a node left.
    bool advance();

    // Calls visit(u) for the nodes at the present depth from v, in the order of their numbers.
    template <typename Visit>
    void visit_ring(std::size_t v, const Visit& visit) const {
        const std::uint64_t* const ball = balls_.data() + v * words_;
        const std::uint64_t* const inner = inner_.data() + v * words_;
        for (std::size_t w = 0; w < words_; ++w)
            for (std::uint64_t rest = ball[w] & ~inner[w]; rest != 0; rest &= rest - 1)
                visit(w * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
    }

private:
    Graph graph_;
    std::size_t words_;
    std::vector<std::uint64_t> inner_;  // balls of the hop before
    std::vector<std::uint64_t> balls_;
};

}  // namespace dhgak
