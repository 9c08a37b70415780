// SPDX-License-Identifier: MIT
#include "kernels/transport/transport.h"

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

// Where all comes from one point or goes to one. The simplex treats these apart, with maps that
// register (see below).
double cost_of_the_only_plan(std::span<const std::int64_t> amounts, std::span<const double> costs) {
    double total = 0;
    for (std::size_t a = 0; a < costs.size(); ++a)
        total += static_cast<double>(amounts[a]) * costs[a];
    return total;
}

// What the simplex reads as maps of the graph. LEMON's own maps register with the graph, which
// keeps a lock for good if memory runs out meanwhile, and so would hang when they go.
struct Balance {
    std::span<const std::int64_t> supplies, demands;

    std::int64_t operator[](Digraph::Node node) const {
        const auto n = static_cast<std::size_t>(Digraph::id(node));
        return n < supplies.size() ? supplies[n] : -demands[n - supplies.size()];
    }
};

struct RoundedCosts {
    std::span<const double> costs;
    double largest, scale;

    std::int64_t operator[](Digraph::Arc arc) const {
        return std::llround(costs[static_cast<std::size_t>(Digraph::id(arc))] / largest * scale);
    }
};

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
    if (supplies.size() == 1 || demands.size() == 1)
        return cost_of_the_only_plan(supplies.size() == 1 ? demands : supplies, costs);

    Digraph graph;
    build_complete(graph, static_cast<int>(supplies.size()), static_cast<int>(demands.size()));
    Simplex simplex(graph);
    simplex.supplyMap(Balance{supplies, demands})
        .costMap(RoundedCosts{costs, largest, largest_rounded(supplies.size() + demands.size())});
    if (simplex.run() != Simplex::OPTIMAL)
        throw Error(fmt::format(
            "the transport between {} and {} distinct points has no optimal plan; their "
            "amounts must have the same sum",
            supplies.size(), demands.size()));
    double total = 0;
    for (std::size_t a = 0; a < costs.size(); ++a)
        total += static_cast<double>(simplex.flow(graph.arc(static_cast<int>(a)))) * costs[a];
    return total;
}

}  // namespace dhgak
