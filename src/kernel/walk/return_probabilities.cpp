// SPDX-License-Identifier: MIT
#include "kernel/walk/return_probabilities.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

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

std::vector<double> return_probabilities(const Graph& graph, std::size_t steps) {
    const std::size_t num_nodes = graph.num_nodes();
    std::vector<double> scale;
    for (std::size_t v = 0; v < num_nodes; ++v)
        scale.push_back(1 / std::sqrt(static_cast<double>(graph.degree(v) + 1)));
    std::vector<double> chances(num_nodes * steps);
    std::vector<Row> before(num_nodes), after(num_nodes);
    for (std::size_t first = 0; first < num_nodes; first += kStarts) {
        const std::size_t num_starts = std::min(kStarts, num_nodes - first);
        std::ranges::fill(before, Row{});
        for (std::size_t k = 0; k < num_starts; ++k) before[first + k][k] = 1;
        const auto keep = [&](std::size_t s, const Row& row) {
            if (s == 0 || s > steps) return;
            for (std::size_t k = 0; k < num_starts; ++k)
                chances[(first + k) * steps + s - 1] = row[k];
        };
        for (std::size_t half = 0; 2 * half <= steps; ++half) {
            keep(2 * half, products(before, before));
            step(graph, scale, before, after);
            keep(2 * half + 1, products(before, after));
            std::swap(before, after);
        }
    }
    return chances;
}

}  // namespace dhgak
