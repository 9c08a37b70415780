// SPDX-License-Identifier: MIT
#include "kernels/transport/point_sets.h"

#include <algorithm>

#include "core/select_rows.h"
#include "embed/distinct_rows.h"
#include "kernel/counts/runs.h"

namespace dhgak {

PointSets::PointSets(std::span<const std::uint32_t> point_of_node,
                     std::span<const std::size_t> node_offsets) {
    std::vector<std::uint32_t> points;
    for (std::size_t g = 0; g + 1 < node_offsets.size(); ++g) {
        const auto nodes =
            point_of_node.subspan(node_offsets[g], node_offsets[g + 1] - node_offsets[g]);
        points.assign(nodes.begin(), nodes.end());
        std::ranges::sort(points);
        for_each_run(points, [&](std::uint32_t point, std::size_t count) {
            points_.push_back(point);
            counts_.push_back(static_cast<std::uint32_t>(count));
        });
        offsets_.push_back(points_.size());
    }
}

PointCounts PointSets::of(std::size_t graph) const {
    const std::size_t begin = offsets_[graph], size = offsets_[graph + 1] - begin;
    return {.points = std::span(points_).subspan(begin, size),
            .counts = std::span(counts_).subspan(begin, size)};
}

JoinedPoints join_points(const HopPoints& first, const HopPoints& second) {
    const std::size_t num_first = first.points.rows();
    Matrix rows(num_first + second.points.rows(),
                std::max(first.points.cols(), second.points.cols()));
    std::ranges::copy(first.points.values(), rows.values().begin());
    std::ranges::copy(second.points.values(),
                      rows.values().begin() + static_cast<std::ptrdiff_t>(num_first * rows.cols()));
    const DistinctRows distinct = find_distinct_rows(rows);
    JoinedPoints joined;
    for (const std::uint32_t point : first.point_of_node)
        joined.first.push_back(distinct.number_of_row[point]);
    for (const std::uint32_t point : second.point_of_node)
        joined.second.push_back(distinct.number_of_row[num_first + point]);
    joined.points = select_rows(rows, distinct.first_row);
    return joined;
}

}  // namespace dhgak
