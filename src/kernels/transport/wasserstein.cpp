// SPDX-License-Identifier: MIT
#include "kernels/transport/wasserstein.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

#include "kernels/transport/transport.h"

namespace dhgak {
namespace {

// Points and what of their mass has to be moved, in units that make all masses whole.
struct Load {
    std::vector<std::uint32_t> points;
    std::vector<std::int64_t> masses;

    void add(std::uint32_t point, std::int64_t mass) {
        points.push_back(point);
        masses.push_back(mass);
    }
};

std::int64_t num_nodes(const PointCounts& graph) {
    return std::accumulate(graph.counts.begin(), graph.counts.end(), std::int64_t{0});
}

// One order for each pair of graphs, so that a distance does not depend on which one is asked
// first.
bool is_before(const PointCounts& a, const PointCounts& b) {
    if (!std::ranges::equal(a.points, b.points))
        return std::ranges::lexicographical_compare(a.points, b.points);
    return std::ranges::lexicographical_compare(a.counts, b.counts);
}

// What is left of both masses where they do not lie on each other. By the triangle inequality some
// best way leaves common mass where it is.
std::pair<Load, Load> cancel_common(const PointCounts& a, std::int64_t unit_a, const PointCounts& b,
                                    std::int64_t unit_b) {
    std::pair<Load, Load> left;
    std::size_t i = 0, j = 0;
    while (i < a.points.size() || j < b.points.size()) {
        const bool in_a =
            j == b.points.size() || (i < a.points.size() && a.points[i] <= b.points[j]);
        const bool in_b =
            i == a.points.size() || (j < b.points.size() && b.points[j] <= a.points[i]);
        const std::uint32_t point = in_a ? a.points[i] : b.points[j];
        const std::int64_t surplus =
            (in_a ? unit_a * a.counts[i] : 0) - (in_b ? unit_b * b.counts[j] : 0);
        if (surplus > 0) left.first.add(point, surplus);
        if (surplus < 0) left.second.add(point, -surplus);
        i += in_a;
        j += in_b;
    }
    return left;
}

// Eight sums side by side, which the compiler turns into vector instructions.
double euclidean_distance(std::span<const float> x, std::span<const float> y) {
    constexpr std::size_t kLanes = 8;
    double sums[kLanes] = {};
    std::size_t k = 0;
    for (; k + kLanes <= x.size(); k += kLanes)
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            const double difference = static_cast<double>(x[k + lane]) - y[k + lane];
            sums[lane] += difference * difference;
        }
    for (; k < x.size(); ++k) {
        const double difference = static_cast<double>(x[k]) - y[k];
        sums[0] += difference * difference;
    }
    return std::sqrt(std::accumulate(std::begin(sums), std::end(sums), 0.0));
}

// On a line, each gap between points is crossed by what has gathered on its left.
double cost_on_a_line(const Matrix& points, const Load& from, const Load& to) {
    std::vector<std::pair<double, std::int64_t>> steps;
    for (std::size_t i = 0; i < from.points.size(); ++i)
        steps.emplace_back(points(from.points[i], 0), from.masses[i]);
    for (std::size_t j = 0; j < to.points.size(); ++j)
        steps.emplace_back(points(to.points[j], 0), -to.masses[j]);
    std::ranges::sort(steps);
    double cost = 0;
    std::int64_t gathered = 0;
    for (std::size_t k = 0; k + 1 < steps.size(); ++k) {
        gathered += steps[k].second;
        cost += static_cast<double>(std::abs(gathered)) * (steps[k + 1].first - steps[k].first);
    }
    return cost;
}

double cost_in_space(const Matrix& points, const Load& from, const Load& to) {
    std::vector<double> distances;
    distances.reserve(from.points.size() * to.points.size());
    for (const std::uint32_t p : from.points)
        for (const std::uint32_t q : to.points)
            distances.push_back(euclidean_distance(points.row(p), points.row(q)));
    return transport_cost(from.masses, to.masses, distances);
}

}  // namespace

double wasserstein_distance(const Matrix& points, const PointCounts& a, const PointCounts& b) {
    assert(!a.empty() && !b.empty());
    if (is_before(b, a)) return wasserstein_distance(points, b, a);
    const std::int64_t size_a = num_nodes(a), size_b = num_nodes(b);
    const std::int64_t common = std::gcd(size_a, size_b);
    const auto [from, to] = cancel_common(a, size_b / common, b, size_a / common);
    if (from.points.empty()) return 0;
    const double cost =
        points.cols() == 1 ? cost_on_a_line(points, from, to) : cost_in_space(points, from, to);
    return cost / static_cast<double>(std::lcm(size_a, size_b));
}

}  // namespace dhgak
