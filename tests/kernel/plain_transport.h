// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "dhgak/core/matrix.h"

namespace dhgak {

// Transport by definition, slowly: what the library's is held against.

inline double plain_distance(const Matrix& points, std::size_t p, std::size_t q) {
    double sum = 0;
    for (std::size_t k = 0; k < points.cols(); ++k)
        sum += std::pow(static_cast<double>(points(p, k)) - points(q, k), 2);
    return std::sqrt(sum);
}

// Successive shortest paths by Bellman and Ford on the residual graph, a path at a time.
inline double plain_transport(std::vector<std::int64_t> supplies, std::vector<std::int64_t> demands,
                              const std::vector<double>& costs) {
    const std::size_t m = supplies.size(), n = demands.size();
    std::vector<std::int64_t> flow(m * n, 0);
    constexpr double kFar = std::numeric_limits<double>::infinity();
    constexpr std::size_t kStart = std::numeric_limits<std::size_t>::max();
    double total = 0;
    for (;;) {
        std::vector<double> to_supply(m, kFar), to_demand(n, kFar);
        std::vector<std::size_t> before_supply(m, kStart), before_demand(n, kStart);
        for (std::size_t s = 0; s < m; ++s)
            if (supplies[s] > 0) to_supply[s] = 0;
        for (bool changed = true; changed;) {
            changed = false;
            for (std::size_t s = 0; s < m; ++s)
                for (std::size_t d = 0; d < n; ++d) {
                    const double cost = costs[s * n + d];
                    if (to_supply[s] + cost < to_demand[d] - 1e-12) {
                        to_demand[d] = to_supply[s] + cost;
                        before_demand[d] = s;
                        changed = true;
                    }
                    if (flow[s * n + d] > 0 && to_demand[d] - cost < to_supply[s] - 1e-12) {
                        to_supply[s] = to_demand[d] - cost;
                        before_supply[s] = d;
                        changed = true;
                    }
                }
        }
        std::size_t end = kStart;
        for (std::size_t d = 0; d < n; ++d)
            if (demands[d] > 0 && (end == kStart || to_demand[d] < to_demand[end])) end = d;
        if (end == kStart) return total;

        std::int64_t amount = demands[end];
        std::size_t first = before_demand[end];
        for (; before_supply[first] != kStart; first = before_demand[before_supply[first]])
            amount = std::min(amount, flow[first * n + before_supply[first]]);
        amount = std::min(amount, supplies[first]);
        total += static_cast<double>(amount) * to_demand[end];
        demands[end] -= amount;
        supplies[first] -= amount;
        for (std::size_t d = end;;) {
            const std::size_t s = before_demand[d];
            flow[s * n + d] += amount;
            if (before_supply[s] == kStart) break;
            d = before_supply[s];
            flow[s * n + d] -= amount;
        }
    }
}

// W1 between two lists of points, each with the same mass; a point may come more than once.
inline double plain_wasserstein(const Matrix& points, const std::vector<std::uint32_t>& a,
                                const std::vector<std::uint32_t>& b) {
    std::vector<double> costs;
    for (const std::uint32_t p : a)
        for (const std::uint32_t q : b) costs.push_back(plain_distance(points, p, q));
    return plain_transport(std::vector(a.size(), static_cast<std::int64_t>(b.size())),
                           std::vector(b.size(), static_cast<std::int64_t>(a.size())), costs) /
           static_cast<double>(a.size() * b.size());
}

// The same for lists of equal length: the best of all assignments.
inline double best_assignment(const Matrix& points, const std::vector<std::uint32_t>& a,
                              std::vector<std::uint32_t> b) {
    std::ranges::sort(b);
    double best = std::numeric_limits<double>::infinity();
    do {
        double cost = 0;
        for (std::size_t k = 0; k < a.size(); ++k) cost += plain_distance(points, a[k], b[k]);
        best = std::min(best, cost / static_cast<double>(a.size()));
    } while (std::ranges::next_permutation(b).found);
    return best;
}

}  // namespace dhgak
