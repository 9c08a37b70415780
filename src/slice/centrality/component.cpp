// SPDX-License-Identifier: MIT
#include "slice/centrality/component.h"

#include <algorithm>
#include <limits>

namespace dhgak {
namespace {

constexpr std::uint32_t kUnseen = std::numeric_limits<std::uint32_t>::max();

// Breadth-first order from `start`, the neighbours of each node by degree. `place` is kUnseen for
// all nodes of the component and gets their places in the order.
void cuthill_mckee(const Graph& graph, std::uint32_t start, std::vector<std::uint32_t>& place,
                   std::vector<std::uint32_t>& order) {
    order.assign(1, start);
    place[start] = 0;
    for (std::size_t next = 0; next < order.size(); ++next) {
        const std::size_t fresh = order.size();
        for (const std::uint32_t u : graph.neighbors(order[next])) {
            if (place[u] != kUnseen) continue;
            place[u] = 0;
            order.push_back(u);
        }
        std::sort(order.begin() + static_cast<std::ptrdiff_t>(fresh), order.end(),
                  [&](std::uint32_t a, std::uint32_t b) {
                      const std::size_t da = graph.degree(a), db = graph.degree(b);
                      return da != db ? da < db : a < b;
                  });
    }
    for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = static_cast<std::uint32_t>(i);
}

}  // namespace

std::vector<Component> split_components(const Graph& graph) {
    std::vector<Component> components;
    std::vector<std::uint32_t> place(graph.num_nodes(), kUnseen);
    for (std::uint32_t v = 0; v < graph.num_nodes(); ++v) {
        if (place[v] != kUnseen) continue;
        Component& component = components.emplace_back();
        cuthill_mckee(graph, v, place, component.nodes);
        if (component.size() > 2) {
            // The last node found is far out: an order that starts there has narrower layers.
            const std::uint32_t start = component.nodes.back();
            for (const std::uint32_t u : component.nodes) place[u] = kUnseen;
            cuthill_mckee(graph, start, place, component.nodes);
        }
        std::reverse(component.nodes.begin(), component.nodes.end());
        const auto last = static_cast<std::uint32_t>(component.size() - 1);
        component.offsets.assign(1, 0);
        for (const std::uint32_t u : component.nodes) {
            for (const std::uint32_t w : graph.neighbors(u))
                component.neighbors.push_back(last - place[w]);
            component.offsets.push_back(static_cast<std::uint32_t>(component.neighbors.size()));
        }
    }
    return components;
}

}  // namespace dhgak
