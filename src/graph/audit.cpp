// SPDX-License-Identifier: MIT
#include "graph/audit.h"

#include <algorithm>
#include <numeric>
#include <span>

#include "dhgak/core/parallel.h"
#include "graph/coordinates.h"
#include "graph/wl_hash.h"

namespace dhgak {
namespace {

template <typename Measure>
Spread spread(const Dataset& dataset, const Measure& measure) {
    Spread result;
    if (dataset.num_graphs() == 0) return result;
    std::size_t sum = 0;
    result.min = measure(dataset.graph(0));
    for (std::size_t g = 0; g < dataset.num_graphs(); ++g) {
        const std::size_t value = measure(dataset.graph(g));
        sum += value;
        result.min = std::min(result.min, value);
        result.max = std::max(result.max, value);
    }
    result.mean = static_cast<double>(sum) / static_cast<double>(dataset.num_graphs());
    return result;
}

bool is_connected(const Graph& graph) {
    if (graph.num_nodes() == 0) return true;
    std::vector<bool> seen(graph.num_nodes(), false);
    std::vector<std::uint32_t> queue = {0};
    seen[0] = true;
    for (std::size_t i = 0; i < queue.size(); ++i)
        for (const std::uint32_t u : graph.neighbors(queue[i])) {
            if (seen[u]) continue;
            seen[u] = true;
            queue.push_back(u);
        }
    return queue.size() == graph.num_nodes();
}

void count_parts(const Dataset& dataset, Audit& result) {
    for (std::size_t v = 0; v < dataset.num_nodes(); ++v)
        if (dataset.arc_offsets[v] == dataset.arc_offsets[v + 1]) ++result.isolated_nodes;
    std::vector<char> connected(dataset.num_graphs());
    parallel_for(connected.size(), 16,
                 [&](std::size_t g) { connected[g] = is_connected(dataset.graph(g)) ? 1 : 0; });
    for (std::size_t g = 0; g < dataset.num_graphs(); ++g) {
        if (connected[g] == 0) ++result.disconnected_graphs;
        if (dataset.graph(g).num_nodes() == 0) ++result.empty_graphs;
    }
}

Duplicates count_duplicates(const Dataset& dataset, const WlHashOptions& options) {
    Duplicates result;
    const std::vector<WlHash> hashes = wl_hashes(dataset, options);
    std::vector<std::size_t> order(hashes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) { return hashes[a] < hashes[b]; });

    std::size_t best = 0, num_known = 0;
    std::vector<std::size_t> sizes(dataset.num_classes());
    for (std::size_t begin = 0; begin < order.size();) {
        std::size_t end = begin;
        std::size_t size_known = 0;
        std::ranges::fill(sizes, std::size_t{0});
        for (; end < order.size() && hashes[order[end]] == hashes[order[begin]]; ++end) {
            if (dataset.targets.classes.empty() ||
                dataset.targets.classes[order[end]] == kUnknownClass)
                continue;
            ++sizes[dataset.targets.classes[order[end]]];
            ++size_known;
        }
        const std::size_t size = end - begin;
        ++result.distinct_graphs;
        if (size > 1) result.shared_graphs += size;
        if (size_known > 0) {
            const std::size_t largest = *std::ranges::max_element(sizes);
            best += largest;
            num_known += size_known;
            if (largest < size_known) result.conflicting_graphs += size_known;
        }
        begin = end;
    }
    if (num_known > 0)
        result.best_accuracy = static_cast<double>(best) / static_cast<double>(num_known);
    return result;
}

}  // namespace

Audit audit(const Dataset& dataset) {
    Audit result;
    result.class_sizes.resize(dataset.num_classes());
    for (const std::uint32_t c : dataset.targets.classes)
        if (c == kUnknownClass)
            ++result.unknown_classes;
        else
            ++result.class_sizes[c];
    result.majority_share = majority_share(dataset);
    result.nodes = spread(dataset, [](const Graph& graph) { return graph.num_nodes(); });
    result.edges = spread(dataset, [](const Graph& graph) { return graph.num_arcs() / 2; });
    result.irregularities = dataset.irregularities;
    count_parts(dataset, result);
    result.duplicates = count_duplicates(dataset, {.edge_labels = false});
    result.duplicates_with_edge_labels = dataset.edge_labels.empty()
                                             ? result.duplicates
                                             : count_duplicates(dataset, {.edge_labels = true});
    result.coordinate_columns = find_coordinates(dataset);
    return result;
}

}  // namespace dhgak
