// SPDX-License-Identifier: MIT
#include "kernels/filtration/filtration.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <utility>

namespace dhgak {
namespace {

std::uint32_t weight_of(const Graph& graph, std::size_t u, std::size_t v) {
    return static_cast<std::uint32_t>(std::max(graph.degree(u), graph.degree(v)));
}

// In how many graphs each weight occurs.
std::map<std::uint32_t, double> occurring_weights(const Dataset& graphs) {
    std::map<std::uint32_t, double> counts;
    for (std::size_t g = 0; g < graphs.num_graphs(); ++g) {
        const Graph graph = graphs.graph(g);
        std::set<std::uint32_t> own;
        for (std::size_t v = 0; v < graph.num_nodes(); ++v)
            for (const std::uint32_t u : graph.neighbors(v)) own.insert(weight_of(graph, u, v));
        for (const std::uint32_t weight : own) ++counts[weight];
    }
    return counts;
}

// Squared deviations from the mean of values [first, last), in constant time.
class Spread {
public:
    explicit Spread(const std::map<std::uint32_t, double>& counts) {
        for (const auto& [value, count] : counts) {
            const auto x = static_cast<double>(value);
            sums_.push_back({sums_.back().count + count, sums_.back().value + count * x,
                             sums_.back().square + count * x * x});
        }
    }

    double operator()(std::size_t first, std::size_t last) const {
        const double count = sums_[last].count - sums_[first].count;
        const double value = sums_[last].value - sums_[first].value;
        return sums_[last].square - sums_[first].square - value * value / count;
    }

private:
    struct Sum {
        double count = 0, value = 0, square = 0;
    };
    std::vector<Sum> sums_ = {{}};
};

// Where each of `count` clusters of sorted values begins, so that deviations are least.
std::vector<std::size_t> cluster_starts(const std::map<std::uint32_t, double>& counts,
                                        std::size_t count) {
    const Spread spread(counts);
    const std::size_t size = counts.size();
    constexpr double kNever = std::numeric_limits<double>::infinity();
    // least[k][i]: of the first i values in k + 1 clusters; start[k][i]: where the last one begins.
    std::vector least(count, std::vector<double>(size + 1, kNever));
    std::vector start(count, std::vector<std::size_t>(size + 1, 0));
    for (std::size_t i = 1; i <= size; ++i) least[0][i] = spread(0, i);
    for (std::size_t k = 1; k < count; ++k)
        for (std::size_t i = k + 1; i <= size; ++i)
            for (std::size_t j = k; j < i; ++j) {
                const double sum = least[k - 1][j] + spread(j, i);
                if (sum < least[k][i]) {
                    least[k][i] = sum;
                    start[k][i] = j;
                }
            }
    std::vector<std::size_t> starts;
    for (std::size_t k = count, end = size; k-- > 0;) {
        end = start[k][end];
        starts.push_back(end);
    }
    return starts;
}

}  // namespace

std::vector<std::uint32_t> filtration_thresholds(const Dataset& graphs, std::size_t count) {
    const std::map<std::uint32_t, double> counts = occurring_weights(graphs);
    if (counts.empty()) return {};
    std::vector<std::uint32_t> thresholds;
    for (const std::size_t start : cluster_starts(counts, std::min(count, counts.size())))
        thresholds.push_back(std::next(counts.begin(), static_cast<std::ptrdiff_t>(start))->first);
    return thresholds;
}

Dataset filtrations(const Dataset& graphs, std::span<const std::uint32_t> thresholds) {
    const std::size_t steps = std::max<std::size_t>(thresholds.size(), 1);
    Dataset result;
    result.name = graphs.name;
    result.label_names = graphs.label_names;
    result.labels_are_degrees = graphs.labels_are_degrees;
    result.edge_label_names = graphs.edge_label_names;
    for (std::size_t g = 0; g < graphs.num_graphs(); ++g) {
        const Graph graph = graphs.graph(g);
        for (std::size_t step = 0; step < steps; ++step) {
            const std::uint32_t threshold = step + 1 == steps ? 0 : thresholds[step];
            for (std::size_t v = 0; v < graph.num_nodes(); ++v) {
                for (std::size_t i = 0; i < graph.degree(v); ++i) {
                    if (weight_of(graph, graph.neighbors(v)[i], v) < threshold) continue;
                    result.neighbors.push_back(graph.neighbors(v)[i]);
                    if (!graphs.edge_labels.empty())
                        result.edge_labels.push_back(graph.edge_labels(v)[i]);
                }
                result.arc_offsets.push_back(result.neighbors.size());
            }
            result.node_labels.insert(result.node_labels.end(), graph.labels.begin(),
                                      graph.labels.end());
            result.node_offsets.push_back(result.node_labels.size());
        }
    }
    return result;
}

}  // namespace dhgak
