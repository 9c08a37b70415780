// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <queue>
#include <vector>

#include "dhgak/slice/slices.h"

namespace dhgak::testing_support {

using Tokens = std::vector<std::uint32_t>;

// The nodes at each depth 0..max_depth from v, in any order, by a plain queue.
inline std::vector<Tokens> plain_rings(const Graph& graph, std::uint32_t v, int max_depth) {
    std::vector<int> depth(graph.num_nodes(), -1);
    std::queue<std::uint32_t> queue({v});
    std::vector<Tokens> rings;
    depth[v] = 0;
    while (!queue.empty()) {
        const std::uint32_t u = queue.front();
        queue.pop();
        if (depth[u] > max_depth) break;
        rings.resize(static_cast<std::size_t>(depth[u]) + 1);
        rings.back().push_back(u);
        for (const std::uint32_t w : graph.neighbors(u)) {
            if (depth[w] >= 0) continue;
            depth[w] = depth[u] + 1;
            queue.push(w);
        }
    }
    return rings;
}

// Algorithm 1 word by word: the nodes of S_h^b(v) in order.
inline Tokens plain_slice(const Slices& slices, std::size_t g, std::uint32_t v, int h) {
    const Graph graph = slices.dataset->graph(g);
    const std::span<const std::uint32_t> rank = slices.rank(g);
    const auto by_rank = [&](Tokens nodes) {
        std::sort(nodes.begin(), nodes.end(),
                  [&](std::uint32_t a, std::uint32_t b) { return rank[a] < rank[b]; });
        return nodes;
    };
    const std::vector<Tokens> rings = plain_rings(graph, v, h);
    auto hop = static_cast<std::size_t>(h);
    if (hop >= rings.size()) {
        if (slices.options.short_hops == ShortHops::empty) return {};
        hop = rings.size() - 1;
    }
    if (hop == 0 && slices.options.hop0 == FirstSlice::label) return {v};
    Tokens slice;
    for (const std::uint32_t u : by_rank(rings[hop])) {
        for (const Tokens& ring : plain_rings(graph, u, slices.options.b))
            for (const std::uint32_t w : by_rank(ring)) slice.push_back(w);
    }
    return slice;
}

}  // namespace dhgak::testing_support
