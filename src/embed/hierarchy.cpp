// SPDX-License-Identifier: MIT
#include "embed/hierarchy.h"

#include <cassert>
#include <utility>

#include "core/select_rows.h"
#include "dhgak/core/parallel.h"
#include "embed/distinct_rows.h"

namespace dhgak {
namespace {

constexpr std::size_t kNodesPerBlock = 256;

// x_h is known from a node's x_{h-1} and its slice, so each such pair is computed once.
Matrix sum_of_pairs(const Matrix& previous, const Matrix& slices, const PairNumbering& pairs,
                    float alpha) {
    Matrix sums = Matrix::for_overwrite(pairs.size(), slices.cols());
    parallel_for(pairs.size(), kNodesPerBlock, [&](std::size_t p) {
        const auto before = previous.row(pairs.first(p));
        const auto slice = slices.row(pairs.second(p));
        const auto sum = sums.row(p);
        for (std::size_t c = 0; c < sum.size(); ++c) sum[c] = slice[c] + alpha * before[c];
    });
    return sums;
}

// Different histories can lead to one point: `points` keeps each once.
HopPoints merge_points(Matrix points, std::vector<std::uint32_t> point_of_node) {
    const DistinctRows distinct = find_distinct_rows(points);
    if (!distinct.all_distinct()) {
        points = select_rows(points, distinct.first_row);
        for (std::uint32_t& point : point_of_node) point = distinct.number_of_row[point];
    }
    // Counted as whole numbers: floats stop counting at 2^24.
    std::vector<std::uint32_t> counts(points.rows());
    for (const std::uint32_t point : point_of_node) ++counts[point];
    std::vector<float> weights(counts.begin(), counts.end());
    return {std::move(points), std::move(point_of_node), std::move(weights)};
}

// The vectors that occur, renumbered by first occurrence in node order.
HopPoints first_points(const HopVectors& hop) {
    PairNumbering used(hop.vectors.rows());
    std::vector<std::uint32_t> point_of_node;
    point_of_node.reserve(hop.vector_of_node.size());
    for (const std::uint32_t vector : hop.vector_of_node)
        point_of_node.push_back(used.number(0, vector));
    std::vector<std::uint32_t> taken(used.size());
    for (std::size_t p = 0; p < taken.size(); ++p) taken[p] = used.second(p);
    return merge_points(select_rows(hop.vectors, taken), std::move(point_of_node));
}

}  // namespace

std::vector<HopPoints> accumulate_hops(std::span<const HopVectors> hops, float alpha) {
    std::vector<HopPoints> result;
    for (const HopVectors& hop : hops) {
        if (result.empty()) {
            result.push_back(first_points(hop));
            continue;
        }
        const HopPoints& previous = result.back();
        assert(previous.point_of_node.size() == hop.vector_of_node.size());
        assert(previous.points.cols() == hop.vectors.cols());
        const std::size_t num_nodes = hop.vector_of_node.size();
        PairNumbering pairs(num_nodes);
        std::vector<std::uint32_t> pair_of_node(num_nodes);
        for (std::size_t v = 0; v < num_nodes; ++v)
            pair_of_node[v] = pairs.number(previous.point_of_node[v], hop.vector_of_node[v]);
        result.push_back(merge_points(sum_of_pairs(previous.points, hop.vectors, pairs, alpha),
                                      std::move(pair_of_node)));
    }
    return result;
}

}  // namespace dhgak
