// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "dhgak/slice/slices.h"
#include "support/graphs.h"

namespace dhgak::testing_support {

// Graphs on both sides of every limit: none, one and several nodes, one word and more, several
// components, sparse and dense.
inline std::vector<PlainGraph> varied_graphs() {
    Random random(7);
    std::vector<PlainGraph> graphs = {{.labels = {}, .edges = {}},
                                      {.labels = {3}, .edges = {}},
                                      {.labels = {1, 0}, .edges = {}},
                                      path_graph(9),
                                      cycle_graph(64, 1),
                                      bipartite_graph(3, 4)};
    for (const std::uint32_t size : {5U, 17U, 40U, 63U, 64U, 65U})
        for (const double mean_degree : {1.0, 2.5, 12.0})
            graphs.push_back(random_graph(random, size, mean_degree, 4));
    graphs.push_back(disjoint_union(grid_graph(4, 5), random_graph(random, 20, 2.0, 6)));
    graphs.push_back(random_graph(random, 130, 2.2, 3));
    graphs.push_back(random_graph(random, 150, 60.0, 30));
    graphs.push_back(random_graph(random, 260, 2.0, 5));
    graphs.push_back({.labels = {}, .edges = {}});
    return graphs;
}

// Every choice of what to do with short hops and hop 0, at several hops and widths.
inline std::vector<SliceOptions> varied_options() {
    std::vector<SliceOptions> all;
    for (const ShortHops short_hops : {ShortHops::repeat, ShortHops::empty})
        for (const FirstSlice hop0 : {FirstSlice::slice, FirstSlice::label})
            for (const auto& [H, b] : {std::pair{0, 0}, {0, 2}, {1, 0}, {3, 1}, {6, 2}, {2, 3}})
                all.push_back({.H = H, .b = b, .short_hops = short_hops, .hop0 = hop0});
    return all;
}

}  // namespace dhgak::testing_support
