// SPDX-License-Identifier: MIT
#include "kernels/tangents/tangent_graph.h"

#include <algorithm>

#include "kernel/counts/runs.h"
#include "kernels/tangents/own_covariances.h"

namespace dhgak {
namespace {

std::size_t place_of(const TangentRound& round, std::uint32_t color) {
    return static_cast<std::size_t>(std::ranges::lower_bound(round.colors, color) -
                                    round.colors.begin());
}

// The first node of each class.
std::vector<std::size_t> find_classes(TangentRound& round, std::span<const std::uint32_t> colors) {
    round.colors.assign(colors.begin(), colors.end());
    std::ranges::sort(round.colors);
    round.colors.erase(std::unique(round.colors.begin(), round.colors.end()), round.colors.end());
    round.weights.assign(round.size(), 0);
    std::vector<std::size_t> first(round.size(), colors.size());
    for (std::size_t v = 0; v < colors.size(); ++v) {
        const std::size_t place = place_of(round, colors[v]);
        ++round.weights[place];
        first[place] = std::min(first[place], v);
    }
    return first;
}

double share(const Graph& graph, std::size_t v, const TangentOptions& options) {
    return options.by_degree ? 1 / static_cast<double>(graph.degree(v) + 1) : 1;
}

// Calls visit(u) for the node and its neighbours.
template <class Visit>
void visit_around(const Graph& graph, std::size_t v, const Visit& visit) {
    visit(v);
    for (const std::uint32_t u : graph.neighbors(v)) visit(std::size_t{u});
}

// One row for each of `nodes`; `before` are the colours and classes of the round before.
SparseMatrix sum_around(const Graph& graph, std::span<const std::size_t> nodes,
                        std::span<const std::uint32_t> colors, const TangentRound& before,
                        const TangentOptions& options) {
    SparseMatrix sums;
    sums.num_cols = before.size();
    std::vector<std::size_t> around;
    for (const std::size_t v : nodes) {
        around.clear();
        visit_around(graph, v,
                     [&](std::size_t u) { around.push_back(place_of(before, colors[u])); });
        std::ranges::sort(around);
        for_each_run(around, [&](std::size_t place, std::size_t count) {
            sums.columns.push_back(static_cast<std::int32_t>(place));
            sums.values.push_back(share(graph, v, options) * static_cast<double>(count));
        });
        sums.row_offsets.push_back(static_cast<std::int64_t>(sums.values.size()));
    }
    return sums;
}

// Without blocks the last layer alone is what has been summed over neighbours once.
void read_out_sums(const Graph& graph, std::span<const std::uint32_t> labels, TangentRound& round,
                   const TangentOptions& options) {
    std::ranges::fill(round.weights, 0);
    for (std::size_t v = 0; v < graph.num_nodes(); ++v)
        visit_around(graph, v, [&](std::size_t u) {
            round.weights[place_of(round, labels[u])] += share(graph, v, options);
        });
}

}  // namespace

TangentGraph prepare(const Graph& graph, std::span<const std::vector<std::uint32_t>> colors,
                     const TangentOptions& options, const TimeLimit& limit) {
    TangentGraph prepared;
    prepared.rounds.resize(options.blocks + 1);
    const auto colors_of = [&](std::size_t r) {
        return std::span(colors[r]).subspan(graph.first_node, graph.num_nodes());
    };
    for (std::size_t r = 0; r <= options.blocks; ++r) {
        TangentRound& round = prepared.rounds[r];
        const std::vector<std::size_t> nodes = find_classes(round, colors_of(r));
        if (r > 0)
            round.sums =
                sum_around(graph, nodes, colors_of(r - 1), prepared.rounds[r - 1], options);
    }
    if (!options.jumps) read_out_sums(graph, colors_of(0), prepared.rounds[0], options);
    compare_with_itself(prepared, options, limit);
    return prepared;
}

}  // namespace dhgak
