// SPDX-License-Identifier: MIT
#include "graph/coordinates.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

namespace dhgak {
namespace {

struct Window {
    std::size_t first;
    std::size_t width;
    double deviation;  // of the edge lengths, over their mean
};

// The sum over nodes of squared distances to the middle of their graph, by column.
std::vector<double> scatter_inside_graphs(const Dataset& dataset) {
    const Matrix& x = dataset.attributes;
    std::vector<double> scatter(x.cols());
    for (std::size_t g = 0; g < dataset.num_graphs(); ++g) {
        const std::size_t first = dataset.node_offsets[g], last = dataset.node_offsets[g + 1];
        for (std::size_t c = 0; c < x.cols() && first < last; ++c) {
            double mean = 0;
            for (std::size_t v = first; v < last; ++v) mean += x(v, c);
            mean /= static_cast<double>(last - first);
            for (std::size_t v = first; v < last; ++v) {
                const double distance = x(v, c) - mean;
                scatter[c] += distance * distance;
            }
        }
    }
    return scatter;
}

struct EdgeLengths {
    double mean = 0;
    double mean_square = 0;
};

EdgeLengths measure_edges(const Dataset& dataset, std::size_t first_column, std::size_t width) {
    const Matrix& x = dataset.attributes;
    EdgeLengths lengths;
    for (std::size_t g = 0; g < dataset.num_graphs(); ++g) {
        const Graph graph = dataset.graph(g);
        for (std::size_t v = 0; v < graph.num_nodes(); ++v)
            for (const std::uint32_t u : graph.neighbors(v)) {
                double square = 0;
                for (std::size_t c = first_column; c < first_column + width; ++c) {
                    const double step = static_cast<double>(x(graph.first_node + v, c)) -
                                        static_cast<double>(x(graph.first_node + u, c));
                    square += step * step;
                }
                lengths.mean += std::sqrt(square);
                lengths.mean_square += square;
            }
    }
    const auto num_arcs = static_cast<double>(std::max<std::size_t>(dataset.neighbors.size(), 1));
    lengths.mean /= num_arcs;
    lengths.mean_square /= num_arcs;
    return lengths;
}

// Whether two columns are pixels: whole numbers that no two nodes of a graph share.
bool are_pixels(const Dataset& dataset, std::size_t first_column) {
    constexpr std::size_t kFewPlaces = 8;
    const Matrix& x = dataset.attributes;
    std::set<float> values[2];
    for (std::size_t g = 0; g < dataset.num_graphs(); ++g) {
        std::set<std::pair<float, float>> places;
        for (std::size_t v = dataset.node_offsets[g]; v < dataset.node_offsets[g + 1]; ++v) {
            const float place[] = {x(v, first_column), x(v, first_column + 1)};
            if (place[0] < 0 || place[1] < 0 || std::floor(place[0]) != place[0] ||
                std::floor(place[1]) != place[1] || !places.emplace(place[0], place[1]).second)
                return false;
            for (std::size_t i = 0; i < 2; ++i)
                if (values[i].size() < kFewPlaces) values[i].insert(place[i]);
        }
    }
    return values[0].size() == kFewPlaces && values[1].size() == kFewPlaces;
}

}  // namespace

std::vector<std::size_t> find_coordinates(const Dataset& dataset) {
    constexpr double kMostDeviation = 0.25;
    constexpr double kLeastRatio = 2.0;
    constexpr double kMostStretch = 16.0;  // of a picture, squared
    const std::size_t num_columns = dataset.attributes.cols();
    if (num_columns < 2 || dataset.neighbors.empty()) return {};

    const std::vector<double> scatter = scatter_inside_graphs(dataset);
    std::vector<Window> windows;
    for (std::size_t width = 3; width >= 2; --width)
        for (std::size_t first = 0; first + width <= num_columns; ++first) {
            double sum = 0;
            bool varies = true;
            for (std::size_t c = first; c < first + width; ++c) {
                sum += scatter[c];
                varies = varies && scatter[c] > 0;
            }
            const EdgeLengths edges = measure_edges(dataset, first, width);
            // Two nodes of a graph are, in square mean, twice the variance apart.
            const double pair_square = 2 * sum / static_cast<double>(dataset.num_nodes());
            // Pixels far apart may be joined, but not as far as any two.
            if (width == 2 && varies && edges.mean_square < pair_square &&
                std::max(scatter[first], scatter[first + 1]) <
                    kMostStretch * std::min(scatter[first], scatter[first + 1]) &&
                are_pixels(dataset, first)) {
                windows.push_back({first, width, 0});
                continue;
            }
            if (!varies || edges.mean_square * kLeastRatio * kLeastRatio > pair_square) continue;
            const double variance = std::max(edges.mean_square - edges.mean * edges.mean, 0.0);
            const double deviation = std::sqrt(variance) / edges.mean;
            if (deviation < kMostDeviation) windows.push_back({first, width, deviation});
        }

    // Where windows overlap, three columns go before two, then the steadier lengths: a window that
    // misses one of the three sees shadows of the edges.
    std::ranges::stable_sort(windows, [](const Window& a, const Window& b) {
        return a.width != b.width ? a.width > b.width : a.deviation < b.deviation;
    });
    std::vector<bool> taken(num_columns, false);
    for (const Window& window : windows) {
        const auto begin = taken.begin() + static_cast<std::ptrdiff_t>(window.first);
        const auto end = begin + static_cast<std::ptrdiff_t>(window.width);
        if (std::find(begin, end, true) == end) std::fill(begin, end, true);
    }
    std::vector<std::size_t> columns;
    for (std::size_t c = 0; c < num_columns; ++c)
        if (taken[c]) columns.push_back(c);
    return columns;
}

}  // namespace dhgak
