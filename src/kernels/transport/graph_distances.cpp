// SPDX-License-Identifier: MIT
#include "kernels/transport/graph_distances.h"

#include <limits>

#include "dhgak/core/parallel.h"
#include "kernels/transport/point_sets.h"
#include "matrix/row_blocks.h"

namespace dhgak {

double numbers_of_transport(const GraphSizes& graphs) {
    constexpr double kNumbersOfArc = 10;  // of the network, one arc for each pair of points
    const auto largest = static_cast<double>(graphs.largest);
    return kNumbersOfArc * largest * largest;
}

std::vector<double> pair_distances(const HopPoints& points,
                                   std::span<const std::size_t> node_offsets,
                                   const GraphPairs& pairs, Allowance& allowance) {
    const PointSets sets(points.point_of_node, node_offsets);
    std::vector<double> distances(pairs.size());
    parallel_for(pairs.size(), kPairBlock, [&](std::size_t pair) {
        allowance.require_time();
        const auto [g, f] = pairs[pair];
        distances[pair] = wasserstein_distance(points.points, sets.of(g), sets.of(f));
        allowance.advance();
    });
    return distances;
}

CrossGram cross_distances(const HopPoints& others, std::span<const std::size_t> other_offsets,
                          const HopPoints& training, std::span<const std::size_t> training_offsets,
                          Allowance& allowance) {
    CrossGram cross(other_offsets.size() - 1, training_offsets.size() - 1,
                    std::numeric_limits<double>::infinity());
    if (others.points.rows() == 0 || training.points.rows() == 0) return cross;
    const JoinedPoints joined = join_points(training, others);
    const PointSets columns(joined.first, training_offsets), rows(joined.second, other_offsets);
    parallel_for(cross.values.size(), kPairBlock, [&](std::size_t i) {
        allowance.require_time();
        const PointCounts a = rows.of(i / cross.cols), b = columns.of(i % cross.cols);
        if (!a.empty() && !b.empty()) cross.values[i] = wasserstein_distance(joined.points, a, b);
        allowance.advance();
    });
    return cross;
}

}  // namespace dhgak
