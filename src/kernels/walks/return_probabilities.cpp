// SPDX-License-Identifier: MIT
#include "kernels/walks/return_probabilities.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>

#include "kernels/walks/twins.h"

namespace dhgak {
namespace {

// Walks from so many nodes go side by side.
constexpr std::size_t kStarts = 8;
using Row = std::array<double, kStarts>;

// y = M x with the symmetric M = D^-1/2 (A + I) D^-1/2, which has the diagonal of the walk's
// powers.
void step(const Graph& graph, const std::vector<double>& scale, const std::vector<Row>& x,
          std::vector<Row>& y) {
    for (std::size_t v = 0; v < graph.num_nodes(); ++v) {
        Row sum;
        for (std::size_t k = 0; k < kStarts; ++k) sum[k] = scale[v] * x[v][k];
        for (const std::uint32_t u : graph.neighbors(v))
            for (std::size_t k = 0; k < kStarts; ++k) sum[k] += scale[u] * x[u][k];
        for (std::size_t k = 0; k < kStarts; ++k) y[v][k] = scale[v] * sum[k];
    }
}

Row products(const std::vector<Row>& x, const std::vector<Row>& y) {
    Row sum = {};
    for (std::size_t v = 0; v < x.size(); ++v)
        for (std::size_t k = 0; k < kStarts; ++k) sum[k] += x[v][k] * y[v][k];
    return sum;
}

}  // namespace

std::vector<double> return_probabilities(const Graph& graph, std::size_t steps,
                                         const TimeLimit& limit) {
    const std::size_t num_nodes = graph.num_nodes();
    std::vector<double> scale;
    for (std::size_t v = 0; v < num_nodes; ++v)
        scale.push_back(1 / std::sqrt(static_cast<double>(graph.degree(v) + 1)));
    std::vector<double> chances(num_nodes * steps);
    const std::vector<std::uint32_t> first = first_twins(graph);
    std::vector<std::uint32_t> starts;  // one of all twins
    for (std::uint32_t v = 0; v < num_nodes; ++v)
        if (first[v] == v) starts.push_back(v);
    std::vector<Row> before(num_nodes), after(num_nodes);
    for (std::size_t begin = 0; begin < starts.size(); begin += kStarts) {
        limit.require_time_to_prepare();
        const auto side_by_side =
            std::span(starts).subspan(begin, std::min(kStarts, starts.size() - begin));
        std::ranges::fill(before, Row{});
        for (std::size_t k = 0; k < side_by_side.size(); ++k) before[side_by_side[k]][k] = 1;
        const auto keep = [&](std::size_t s, const Row& row) {
            if (s == 0 || s > steps) return;
            for (std::size_t k = 0; k < side_by_side.size(); ++k)
                chances[side_by_side[k] * steps + s - 1] = row[k];
        };
        for (std::size_t half = 0; 2 * half <= steps; ++half) {
            keep(2 * half, products(before, before));
            step(graph, scale, before, after);
            keep(2 * half + 1, products(before, after));
            std::swap(before, after);
        }
    }
    for (std::size_t v = 0; v < num_nodes; ++v)
        if (first[v] != v)
            std::copy_n(chances.begin() + static_cast<std::ptrdiff_t>(first[v] * steps), steps,
                        chances.begin() + static_cast<std::ptrdiff_t>(v * steps));
    return chances;
}

}  // namespace dhgak
