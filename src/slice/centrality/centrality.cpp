// SPDX-License-Identifier: MIT
#include "slice/centrality.h"

#include <algorithm>
#include <numeric>

#include "slice/centrality/component.h"
#include "slice/centrality/perron.h"

namespace dhgak {
namespace {

constexpr double kTieWidth = 1e-9;

// Gives values that are less than kTieWidth apart, or joined by such steps, the largest of them.
void join_ties(std::vector<double>& values) {
    std::vector<std::uint32_t> order(values.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t a, std::uint32_t b) { return values[a] > values[b]; });
    double last = 0, shared = 0;
    for (const std::uint32_t v : order) {
        const double value = std::max(values[v], kTiny);
        if (value < last * (1 - kTieWidth) || shared == 0) shared = value;
        last = value;
        values[v] = shared;
    }
}

}  // namespace

std::vector<double> eigenvector_centrality(const Graph& graph, bool* converged) {
    if (converged != nullptr) *converged = true;
    std::vector<double> values(graph.num_nodes());
    for (const Component& component : split_components(graph)) {
        const PerronVector x = perron_vector(component);
        for (std::size_t i = 0; i < x.values.size(); ++i) values[component.nodes[i]] = x.values[i];
        if (converged != nullptr && !x.converged) *converged = false;
    }
    join_ties(values);
    return values;
}

std::vector<std::uint32_t> rank_nodes(const Graph& graph, bool* converged) {
    const std::vector<double> centrality = eigenvector_centrality(graph, converged);
    std::vector<std::uint32_t> order(graph.num_nodes());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        if (centrality[a] != centrality[b]) return centrality[a] > centrality[b];
        if (graph.labels[a] != graph.labels[b]) return graph.labels[a] < graph.labels[b];
        return a < b;
    });
    std::vector<std::uint32_t> rank(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) rank[order[i]] = static_cast<std::uint32_t>(i);
    return rank;
}

}  // namespace dhgak
