// SPDX-License-Identifier: MIT
#include "kernels/walks/walk_nodes.h"

#include <algorithm>
#include <cmath>
#include <compare>
#include <numeric>
#include <utility>

#include "core/random.h"
#include "dhgak/core/parallel.h"
#include "kernels/walks/return_probabilities.h"

namespace dhgak {
namespace {

constexpr std::size_t kNodesOfGraph = 5;
constexpr std::size_t kMostNodes = 2000;

// Of chances: what is closer is equal.
constexpr double kDistanceRounding = 1e-9;

// Of chances as whole numbers: finer than what tells nodes apart and coarser than rounding.
constexpr double kGrainOfClasses = 1e-11;

// For the order of nodes, which must not hang on rounding; to it, nodes that close are equal.
constexpr double kGrainOfOrder = 1e-9;

std::vector<std::int64_t> in_grains(std::span<const double> chances, double grain) {
    std::vector<std::int64_t> grains;
    grains.reserve(chances.size());
    for (const double chance : chances) grains.push_back(std::llround(chance / grain));
    return grains;
}

// The nodes of a graph by class; a class is in the order of its nodes.
std::vector<std::vector<std::size_t>> classes_of(const WalkNodes& nodes, std::size_t g) {
    const std::size_t begin = nodes.offsets[g], end = nodes.offsets[g + 1];
    const std::vector<std::int64_t> rounded =
        in_grains(std::span(nodes.points).subspan(begin * nodes.steps, (end - begin) * nodes.steps),
                  kGrainOfClasses);
    const auto point = [&](std::size_t v) {
        return std::span(rounded).subspan((v - begin) * nodes.steps, nodes.steps);
    };
    const auto compare = [&](std::size_t u, std::size_t v) {
        if (nodes.labels[u] != nodes.labels[v]) return nodes.labels[u] <=> nodes.labels[v];
        for (std::size_t s = 0; s < nodes.steps; ++s)
            if (point(u)[s] != point(v)[s]) return point(u)[s] <=> point(v)[s];
        for (std::size_t c = 0; c < nodes.attributes.cols(); ++c) {
            const float a = nodes.attributes(u, c), b = nodes.attributes(v, c);
            if (a != b) return a < b ? std::strong_ordering::less : std::strong_ordering::greater;
        }
        return std::strong_ordering::equal;
    };
    std::vector<std::size_t> order(end - begin);
    std::iota(order.begin(), order.end(), begin);
    std::ranges::stable_sort(
        order, [&](std::size_t u, std::size_t v) { return std::is_lt(compare(u, v)); });
    std::vector<std::vector<std::size_t>> classes;
    for (const std::size_t v : order) {
        if (classes.empty() || std::is_neq(compare(classes.back().front(), v)))
            classes.emplace_back();
        classes.back().push_back(v);
    }
    return classes;
}

// A part of the nodes of each graph, then a part of those if there are many.
std::vector<std::size_t> sample(const WalkNodes& nodes, std::uint64_t seed) {
    std::vector<std::size_t> drawn;
    for (std::size_t g = 0; g < nodes.num_graphs(); ++g) {
        std::vector<std::size_t> own(nodes.offsets[g + 1] - nodes.offsets[g]);
        std::iota(own.begin(), own.end(), nodes.offsets[g]);
        Random(derive_seed(seed, {g})).shuffle(own);
        own.resize(std::min(own.size(), kNodesOfGraph));
        drawn.insert(drawn.end(), own.begin(), own.end());
    }
    if (drawn.size() <= kMostNodes) return drawn;
    Random(derive_seed(seed, {nodes.num_graphs()})).shuffle(drawn);
    drawn.resize(kMostNodes);
    return drawn;
}

}  // namespace

WalkNodes walk_nodes(const Dataset& graphs, std::span<const std::uint32_t> labels,
                     std::size_t steps, const Matrix& attributes, const TimeLimit& limit) {
    WalkNodes nodes = {.steps = steps,
                       .offsets = graphs.node_offsets,
                       .labels = {},
                       .points = {},
                       .attributes = Matrix(attributes.rows(), attributes.cols())};
    nodes.labels.resize(graphs.num_nodes());
    nodes.points.resize(graphs.num_nodes() * steps);
    parallel_for(graphs.num_graphs(), [&](std::size_t g) {
        const Graph graph = graphs.graph(g);
        const std::vector<double> chances = return_probabilities(graph, steps, limit);
        const std::vector<std::int64_t> grains = in_grains(chances, kGrainOfOrder);
        const auto rough_row = [&](std::size_t v) {
            return std::span(grains).subspan(v * steps, steps);
        };
        std::vector<std::size_t> order(graph.num_nodes());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::sort(order, [&](std::size_t u, std::size_t v) {
            const std::uint32_t a = labels[graph.first_node + u], b = labels[graph.first_node + v];
            if (a != b) return a < b;
            if (!std::ranges::equal(rough_row(u), rough_row(v)))
                return std::ranges::lexicographical_compare(rough_row(u), rough_row(v));
            return attributes.cols() > 0 &&
                   std::ranges::lexicographical_compare(attributes.row(graph.first_node + u),
                                                        attributes.row(graph.first_node + v));
        });
        for (std::size_t i = 0; i < order.size(); ++i) {
            nodes.labels[graph.first_node + i] = labels[graph.first_node + order[i]];
            std::ranges::copy(
                std::span(chances).subspan(order[i] * steps, steps),
                nodes.points.begin() + static_cast<std::ptrdiff_t>((graph.first_node + i) * steps));
            if (attributes.cols() > 0)
                std::ranges::copy(attributes.row(graph.first_node + order[i]),
                                  nodes.attributes.row(graph.first_node + i).begin());
        }
    });
    return nodes;
}

WalkClasses join_alike(const WalkNodes& nodes) {
    std::vector<std::vector<std::vector<std::size_t>>> classes(nodes.num_graphs());
    parallel_for(nodes.num_graphs(), [&](std::size_t g) { classes[g] = classes_of(nodes, g); });
    WalkClasses result;
    WalkNodes& joined = result.nodes;
    joined.steps = nodes.steps;
    std::size_t num_classes = 0;
    for (const auto& of_graph : classes) num_classes += of_graph.size();
    joined.points.reserve(num_classes * nodes.steps);
    joined.attributes =
        Matrix(nodes.attributes.cols() > 0 ? num_classes : 0, nodes.attributes.cols());
    for (const auto& of_graph : classes) {
        double size = 0;
        for (const std::vector<std::size_t>& alike : of_graph) {
            const std::size_t v = alike.front();
            if (nodes.attributes.cols() > 0)
                std::ranges::copy(nodes.attributes.row(v),
                                  joined.attributes.row(joined.labels.size()).begin());
            joined.labels.push_back(nodes.labels[v]);
            joined.points.insert(joined.points.end(), nodes.point(v).begin(), nodes.point(v).end());
            result.counts.push_back(static_cast<double>(alike.size()));
            size += result.counts.back();
        }
        joined.offsets.push_back(joined.labels.size());
        result.sizes.push_back(size);
    }
    return result;
}

double distance(std::span<const double> a, std::span<const double> b) {
    constexpr std::size_t kLanes = 4;  // sums that do not wait for each other
    double sums[kLanes] = {};
    std::size_t i = 0;
    for (; i + kLanes <= a.size(); i += kLanes)
        for (std::size_t k = 0; k < kLanes; ++k) {
            const double difference = a[i + k] - b[i + k];
            sums[k] += difference * difference;
        }
    for (; i < a.size(); ++i) sums[0] += (a[i] - b[i]) * (a[i] - b[i]);
    return std::sqrt((sums[0] + sums[1]) + (sums[2] + sums[3]));
}

double attribute_distance(std::span<const float> a, std::span<const float> b) {
    double sum = 0;
    for (std::size_t k = 0; k < a.size(); ++k) {
        const double difference = double{a[k]} - b[k];
        sum += difference * difference;
    }
    return std::sqrt(sum / static_cast<double>(a.size()));
}

double usual_distance(const WalkNodes& nodes, std::uint64_t seed) {
    const std::vector<std::size_t> drawn = sample(nodes, seed);
    std::vector<double> distances;
    for (std::size_t i = 0; i < drawn.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
            const double apart = distance(nodes.point(drawn[i]), nodes.point(drawn[j]));
            distances.push_back(apart > kDistanceRounding ? apart : 0);
        }
    return scale_of(std::move(distances));
}

double scale_of(std::vector<double> distances) {
    if (distances.empty()) return 1;
    const auto middle = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2);
    std::ranges::nth_element(distances, middle);
    if (*middle > 0) return *middle;
    const double mean = std::accumulate(distances.begin(), distances.end(), 0.0) /
                        static_cast<double>(distances.size());
    return mean > 0 ? mean : 1;
}

}  // namespace dhgak
