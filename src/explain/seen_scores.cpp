// SPDX-License-Identifier: MIT
#include "explain/seen_scores.h"

#include <algorithm>

namespace dhgak {
namespace {

constexpr std::size_t kMostWork = std::size_t{1} << 24;
constexpr std::size_t kColumnsAsked = 1000;  // of each level, evenly spread; most are alike

// The nodes by distance from a root, and where each distance ends.
struct Rings {
    std::vector<std::uint32_t> nodes;
    std::vector<std::size_t> ends;  // by distance

    std::span<const std::uint32_t> within(std::size_t distance) const {
        return std::span(nodes).first(ends[std::min(distance, ends.size() - 1)]);
    }
};

Rings rings_around(const Graph& graph, std::uint32_t root) {
    Rings rings;
    std::vector<bool> seen(graph.num_nodes(), false);
    rings.nodes = {root};
    seen[root] = true;
    for (std::size_t begin = 0; begin < rings.nodes.size();) {
        const std::size_t end = rings.nodes.size();
        rings.ends.push_back(end);
        for (; begin < end; ++begin)
            for (const std::uint32_t u : graph.neighbors(rings.nodes[begin]))
                if (!seen[u]) {
                    seen[u] = true;
                    rings.nodes.push_back(u);
                }
    }
    return rings;
}

}  // namespace

std::vector<double> seen_scores(const Graph& graph, const FunctionExplanation& explanation,
                                std::span<const std::size_t> reaches) {
    if (graph.num_nodes() * std::max<std::size_t>(graph.num_arcs(), 1) > kMostWork) return {};
    std::vector<double> scores(graph.num_nodes());
    for (std::uint32_t root = 0; root < graph.num_nodes(); ++root) {
        const Rings rings = rings_around(graph, root);
        for (std::size_t l = 0; l < reaches.size(); ++l) {
            const auto nodes = rings.within(reaches[l]);
            const double share =
                explanation.scores[root * reaches.size() + l] / static_cast<double>(nodes.size());
            for (const std::uint32_t v : nodes) scores[v] += share;
        }
    }
    return scores;
}

std::vector<std::size_t> reaches_of(const FeatureGuide& guide) {
    std::vector<std::size_t> reaches;
    const auto levels = guide.column_features();
    for (std::size_t l = 0; l < levels.size(); ++l) {
        reaches.push_back(0);
        const std::size_t step = levels[l].size() / kColumnsAsked + 1;
        for (std::size_t c = 0; c < levels[l].size(); c += step)
            reaches[l] = std::max(reaches[l], guide.describe(l, c).reach);
    }
    return reaches;
}

}  // namespace dhgak
