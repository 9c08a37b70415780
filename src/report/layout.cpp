// SPDX-License-Identifier: MIT
#include "report/layout.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "core/random.h"
#include "report/dot.h"

namespace dhgak {
namespace {

constexpr std::size_t kMostForStress = 400;
constexpr std::size_t kMostToUnfold = 100, kSparse = 2;  // nodes, and edges for each
constexpr std::size_t kPivots = 40;
constexpr double kApart = 1.6;  // between components

using Distances = std::vector<std::uint32_t>;  // by node of the graph
constexpr std::uint32_t kFar = std::numeric_limits<std::uint32_t>::max();

Distances distances_from(const Graph& graph, std::uint32_t source) {
    Distances distance(graph.num_nodes(), kFar);
    std::vector<std::uint32_t> queue = {source};
    distance[source] = 0;
    for (std::size_t i = 0; i < queue.size(); ++i)
        for (const std::uint32_t u : graph.neighbors(queue[i]))
            if (distance[u] == kFar) {
                distance[u] = distance[queue[i]] + 1;
                queue.push_back(u);
            }
    return distance;
}

using Rows = std::vector<std::vector<double>>;  // by pivot, then by node of the component

// Squared distances to pivots that are far from each other, centred by rows and columns.
Rows centred_pivot_rows(const Graph& graph, const std::vector<std::uint32_t>& nodes) {
    Rows rows;
    std::vector<std::uint32_t> nearest(nodes.size(), kFar);
    std::size_t pivot = 0;
    while (rows.size() < std::min(kPivots, nodes.size())) {
        const Distances distance = distances_from(graph, nodes[pivot]);
        std::vector<double>& row = rows.emplace_back();
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            const double d = distance[nodes[i]];
            row.push_back(d * d);
            nearest[i] = std::min(nearest[i], distance[nodes[i]]);
        }
        pivot = static_cast<std::size_t>(std::ranges::max_element(nearest) - nearest.begin());
    }
    std::vector<double> column_means(nodes.size());
    double mean = 0;
    for (const std::vector<double>& row : rows)
        for (std::size_t i = 0; i < row.size(); ++i) {
            column_means[i] += row[i] / static_cast<double>(rows.size());
            mean += row[i] / static_cast<double>(rows.size() * row.size());
        }
    for (std::vector<double>& row : rows) {
        const double row_mean =
            std::accumulate(row.begin(), row.end(), 0.0) / static_cast<double>(row.size());
        for (std::size_t i = 0; i < row.size(); ++i)
            row[i] = -0.5 * (row[i] - row_mean - column_means[i] + mean);
    }
    return rows;
}

// The two directions in which the rows spread most, applied to the nodes.
std::vector<PlanePoint> scale(const Rows& rows, std::size_t num_nodes) {
    std::vector<std::vector<double>> axes;
    Random random(1);
    for (int axis = 0; axis < 2; ++axis) {
        std::vector<double> v(num_nodes);
        for (double& x : v) x = random.uniform() - 0.5;
        for (int iteration = 0; iteration < 60; ++iteration) {
            for (const std::vector<double>& other : axes) {
                const double along = dot(v, other);
                for (std::size_t i = 0; i < num_nodes; ++i) v[i] -= along * other[i];
            }
            std::vector<double> next(num_nodes);
            for (const std::vector<double>& row : rows) {
                const double along = dot(row, v);
                for (std::size_t i = 0; i < num_nodes; ++i) next[i] += along * row[i];
            }
            const double length = std::sqrt(dot(next, next));
            if (length < 1e-12) break;
            for (std::size_t i = 0; i < num_nodes; ++i) v[i] = next[i] / length;
        }
        axes.push_back(std::move(v));
    }
    // To the extent of the true distances.
    double largest = 0, spread = 0;
    for (const std::vector<double>& row : rows)
        largest = std::max(largest, std::sqrt(2 * std::ranges::max(row)));
    for (std::size_t i = 0; i < num_nodes; ++i)
        spread = std::max({spread, std::abs(axes[0][i]), std::abs(axes[1][i])});
    const double factor = spread > 0 ? 0.5 * largest / spread : 1;
    std::vector<PlanePoint> points(num_nodes);
    // A little apart, so that no two nodes begin at one place.
    for (std::size_t i = 0; i < num_nodes; ++i)
        points[i] = {.x = axes[0][i] * factor + 0.05 * (random.uniform() - 0.5),
                     .y = axes[1][i] * factor + 0.05 * (random.uniform() - 0.5)};
    return points;
}

// How far apart the nodes of a component are in the graph, by row and column.
std::vector<double> distances_between(const Graph& graph, const std::vector<std::uint32_t>& nodes) {
    std::vector<double> distances;
    distances.reserve(nodes.size() * nodes.size());
    for (const std::uint32_t node : nodes) {
        const Distances from = distances_from(graph, node);
        for (const std::uint32_t other : nodes) distances.push_back(from[other]);
    }
    return distances;
}

// Moves each node to where its distances to all others, the near ones above all, are best met.
void majorise(const std::vector<double>& distances, std::vector<PlanePoint>& points) {
    const std::size_t n = points.size();
    const int iterations = n <= 60 ? 200 : 80;
    for (int iteration = 0; iteration < iterations; ++iteration) {
        double moved = 0;
        for (std::size_t i = 0; i < n; ++i) {
            PlanePoint sum;
            double weights = 0;
            for (std::size_t j = 0; j < n; ++j) {
                if (i == j) continue;
                const double d = distances[i * n + j], weight = 1 / (d * d);
                const double dx = points[i].x - points[j].x, dy = points[i].y - points[j].y;
                const double stretch = d / std::max(std::sqrt(dx * dx + dy * dy), 1e-9);
                sum.x += weight * (points[j].x + stretch * dx);
                sum.y += weight * (points[j].y + stretch * dy);
                weights += weight;
            }
            const PlanePoint next = {.x = sum.x / weights, .y = sum.y / weights};
            moved =
                std::max({moved, std::abs(next.x - points[i].x), std::abs(next.y - points[i].y)});
            points[i] = next;
        }
        if (moved < 5e-3) return;
    }
}

using Edges = std::vector<std::pair<std::uint32_t, std::uint32_t>>;  // of nodes of the component

Edges edges_of(const Graph& graph, const std::vector<std::uint32_t>& nodes) {
    std::vector<std::uint32_t> place(graph.num_nodes());
    for (std::uint32_t i = 0; i < nodes.size(); ++i) place[nodes[i]] = i;
    Edges edges;
    for (const std::uint32_t v : nodes)
        for (const std::uint32_t u : graph.neighbors(v))
            if (v < u) edges.emplace_back(place[v], place[u]);
    return edges;
}

// Positive where `c` lies to the left of the way from `a` to `b`.
double turn(const PlanePoint& a, const PlanePoint& b, const PlanePoint& c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

std::size_t count_crossings(const Edges& edges, const std::vector<PlanePoint>& points) {
    std::size_t crossings = 0;
    for (std::size_t i = 0; i < edges.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
            const auto [a, b] = edges[i];
            const auto [c, d] = edges[j];
            if (a == c || a == d || b == c || b == d) continue;
            if (turn(points[a], points[b], points[c]) * turn(points[a], points[b], points[d]) < 0 &&
                turn(points[c], points[d], points[a]) * turn(points[c], points[d], points[b]) < 0)
                ++crossings;
        }
    return crossings;
}

// The stress has many minima, and rings at the ends of a long molecule often fold: shakes the nodes
// and lets them settle again, some times, and keeps what has fewest crossings.
void unfold(const std::vector<double>& distances, const Edges& edges,
            std::vector<PlanePoint>& points) {
    constexpr int kTries = 8;
    std::size_t crossings = count_crossings(edges, points);
    Random random(2);
    for (int i = 0; i < kTries && crossings > 0; ++i) {
        std::vector<PlanePoint> shaken = points;
        for (PlanePoint& point : shaken)
            point = {.x = point.x + 2.5 * (random.uniform() - 0.5),
                     .y = point.y + 2.5 * (random.uniform() - 0.5)};
        majorise(distances, shaken);
        if (const std::size_t left = count_crossings(edges, shaken); left < crossings) {
            crossings = left;
            points = std::move(shaken);
        }
    }
}

struct Box {
    double left = 0, top = 0, width = 0, height = 0;
};

Box box_of(const std::vector<PlanePoint>& points) {
    const auto [left, right] = std::ranges::minmax(points, {}, &PlanePoint::x);
    const auto [top, bottom] = std::ranges::minmax(points, {}, &PlanePoint::y);
    return {.left = left.x, .top = top.y, .width = right.x - left.x, .height = bottom.y - top.y};
}

std::vector<std::vector<std::uint32_t>> components_of(const Graph& graph) {
    std::vector<std::vector<std::uint32_t>> components;
    std::vector<bool> seen(graph.num_nodes(), false);
    for (std::uint32_t start = 0; start < graph.num_nodes(); ++start) {
        if (seen[start]) continue;
        std::vector<std::uint32_t>& nodes = components.emplace_back(1, start);
        seen[start] = true;
        for (std::size_t i = 0; i < nodes.size(); ++i)
            for (const std::uint32_t u : graph.neighbors(nodes[i]))
                if (!seen[u]) {
                    seen[u] = true;
                    nodes.push_back(u);
                }
    }
    std::ranges::stable_sort(components, std::greater(), [](const auto& c) { return c.size(); });
    return components;
}

std::vector<PlanePoint> lay_out_component(const Graph& graph,
                                          const std::vector<std::uint32_t>& nodes) {
    if (nodes.size() == 1) return {{}};
    std::vector<PlanePoint> points = scale(centred_pivot_rows(graph, nodes), nodes.size());
    if (nodes.size() > kMostForStress) return points;
    const std::vector<double> distances = distances_between(graph, nodes);
    majorise(distances, points);
    const Edges edges = edges_of(graph, nodes);
    if (nodes.size() <= kMostToUnfold && edges.size() < kSparse * nodes.size())
        unfold(distances, edges, points);
    return points;
}

}  // namespace

std::vector<PlanePoint> lay_out(const Graph& graph) {
    std::vector<PlanePoint> result(graph.num_nodes());
    const auto components = components_of(graph);
    double row_width = 0, x = 0, y = 0, row_height = 0;
    for (std::size_t c = 0; c < components.size(); ++c) {
        const std::vector<PlanePoint> points = lay_out_component(graph, components[c]);
        const Box box = box_of(points);
        if (c == 0)
            row_width =
                std::max(box.width, 1.5 * std::sqrt(static_cast<double>(graph.num_nodes())));
        if (x > 0 && x + box.width > row_width) {
            x = 0;
            y += row_height + kApart;
            row_height = 0;
        }
        for (std::size_t i = 0; i < points.size(); ++i)
            result[components[c][i]] = {.x = x + points[i].x - box.left,
                                        .y = y + points[i].y - box.top};
        x += box.width + kApart;
        row_height = std::max(row_height, box.height);
    }
    return result;
}

}  // namespace dhgak
