// SPDX-License-Identifier: MIT
#include "kernel/transport/transport.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <lemon/network_simplex.h>
#include <lemon/static_graph.h>

#include "dhgak/core/error.h"

namespace dhgak {
namespace {

using Digraph = lemon::StaticDigraph;
using Simplex = lemon::NetworkSimplex<Digraph, std::int64_t, std::int64_t>;

// What the largest cost is rounded to. Node potentials stay below 2 * nodes * this, so that their
// differences fit 64 bits.
double largest_rounded(std::size_t num_nodes) {
    return std::min(0x1p40, 0x1p60 / static_cast<double>(num_nodes));
}

// Every supply with an arc to every demand; arc s * num_demands + d leads from s to d.
void build_complete(Digraph& graph, int num_supplies, int num_demands) {
    std::vector<std::pair<int, int>> arcs;
    arcs.reserve(static_cast<std::size_t>(num_supplies) * static_cast<std::size_t>(num_demands));
    for (int s = 0; s < num_supplies; ++s)
        for (int d = 0; d < num_demands; ++d) arcs.emplace_back(s, num_supplies + d);
    graph.build(num_supplies + num_demands, arcs.begin(), arcs.end());
}

}  // namespace

double transport_cost(std::span<const std::int64_t> supplies, std::span<const std::int64_t> demands,
                      std::span<const double> costs) {
    assert(costs.size() == supplies.size() * demands.size());
    if (costs.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
        throw Error(
            fmt::format("a transport between {} and {} distinct points is too large; they may have "
                        "fewer than 2^31 pairs",
                        supplies.size(), demands.size()));
    const double largest = costs.empty() ? 0 : *std::ranges::max_element(costs);
    if (largest <= 0) return 0;

    Digraph graph;
    build_complete(graph, static_cast<int>(supplies.size()), static_cast<int>(demands.size()));
    Digraph::NodeMap<std::int64_t> balance(graph);
    for (std::size_t s = 0; s < supplies.size(); ++s)
        balance[graph.node(static_cast<int>(s))] = supplies[s];
    for (std::size_t d = 0; d < demands.size(); ++d)
        balance[graph.node(static_cast<int>(supplies.size() + d))] = -demands[d];
    const double scale = largest_rounded(supplies.size() + demands.size());
    Digraph::ArcMap<std::int64_t> rounded(graph);
    for (std::size_t a = 0; a < costs.size(); ++a)
        rounded[graph.arc(static_cast<int>(a))] = std::llround(costs[a] / largest * scale);

    Simplex simplex(graph);
    simplex.supplyMap(balance).costMap(rounded);
    [[maybe_unused]] const auto outcome = simplex.run();
    assert(outcome == Simplex::OPTIMAL);
    double total = 0;
    for (std::size_t a = 0; a < costs.size(); ++a)
        total += static_cast<double>(simplex.flow(graph.arc(static_cast<int>(a)))) * costs[a];
    return total;
}

}  // namespace dhgak
