// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <string>
#include <vector>

#include "dhgak/graph/dataset.h"

namespace dhgak {

// By round and node of a graph: its colour written out as the tree that it stands for.
using ColorTexts = std::vector<std::vector<std::string>>;

inline ColorTexts color_texts(const Dataset& dataset, std::size_t g, int rounds, bool edges) {
    const Graph graph = dataset.graph(g);
    ColorTexts texts(1);
    for (const std::uint32_t label : graph.labels)
        texts.front().push_back(dataset.label_names[label]);
    for (int round = 0; round < rounds; ++round) {
        std::vector<std::string> next;
        for (std::size_t v = 0; v < graph.num_nodes(); ++v) {
            std::multiset<std::string> around;
            for (std::size_t i = 0; i < graph.degree(v); ++i) {
                const std::string edge =
                    edges ? dataset.edge_label_names[graph.edge_labels(v)[i]] : "";
                around.insert(edge + "-" + texts.back()[graph.neighbors(v)[i]]);
            }
            std::string text = texts.back()[v] + "(";
            for (const std::string& neighbor : around) text += neighbor + ",";
            next.push_back(text + ")");
        }
        texts.push_back(next);
    }
    return texts;
}

// In how many rounds node u of one graph looks like node v of the other.
inline int shared_rounds(const ColorTexts& a, std::size_t u, const ColorTexts& b, std::size_t v) {
    int shared = 0;
    for (std::size_t round = 0; round < a.size(); ++round) shared += a[round][u] == b[round][v];
    return shared;
}

}  // namespace dhgak
