// SPDX-License-Identifier: MIT
#include "graph/wl_hash.h"

#include <bit>
#include <utility>

#include "dhgak/core/parallel.h"

namespace dhgak {
namespace {

std::uint64_t mix(std::uint64_t x) {
    x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93U;
    x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93U;
    return x ^ (x >> 32);
}

// Each half depends on both halves and on the salt, by constants of its own.
WlHash mix(const WlHash& hash, std::uint64_t salt) {
    return {mix(hash.high + mix(hash.low ^ (salt + 0x9e3779b97f4a7c15U))),
            mix(hash.low + mix(hash.high ^ (salt + 0xc2b2ae3d27d4eb4fU)))};
}

// Sums of mixed values are the same in any order, and see how often a value occurs.
void add(WlHash& sum, const WlHash& term) {
    sum.high += term.high;
    sum.low += term.low;
}

constexpr std::uint64_t kNodeSalt = 1;
constexpr std::uint64_t kGraphSalt = 2;
constexpr std::uint64_t kFirstEdgeSalt = 3;

WlHash hash_graph(const Dataset& dataset, std::size_t g, const WlHashOptions& options) {
    const Graph graph = dataset.graph(g);
    const bool has_edge_labels = options.edge_labels && graph.arc_labels != nullptr;
    std::vector<WlHash> colors(graph.num_nodes()), next(graph.num_nodes());
    for (std::size_t v = 0; v < colors.size(); ++v) {
        colors[v] = mix({graph.labels[v], ~std::uint64_t{graph.labels[v]}}, kNodeSalt);
        if (options.attributes)
            for (const float value : dataset.attributes.row(dataset.node_offsets[g] + v))
                colors[v] = mix(colors[v], std::bit_cast<std::uint32_t>(value));
    }
    for (std::size_t round = 0; round < options.rounds; ++round) {
        for (std::size_t v = 0; v < colors.size(); ++v) {
            WlHash around;
            for (std::size_t arc = graph.arc_offsets[v]; arc < graph.arc_offsets[v + 1]; ++arc) {
                const std::uint64_t label = has_edge_labels ? graph.arc_labels[arc] : 0;
                add(around, mix(colors[graph.arcs[arc]], kFirstEdgeSalt + label));
            }
            next[v] = mix(around, kNodeSalt);
            add(next[v], colors[v]);
            next[v] = mix(next[v], kNodeSalt);
        }
        std::swap(colors, next);
    }
    WlHash hash{graph.num_nodes(), graph.num_arcs()};
    for (const WlHash& color : colors) add(hash, mix(color, kGraphSalt));
    return mix(hash, kGraphSalt);
}

}  // namespace

std::vector<WlHash> wl_hashes(const Dataset& dataset, const WlHashOptions& options) {
    std::vector<WlHash> hashes(dataset.num_graphs());
    parallel_for(hashes.size(), 8,
                 [&](std::size_t g) { hashes[g] = hash_graph(dataset, g, options); });
    return hashes;
}

}  // namespace dhgak
