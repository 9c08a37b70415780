// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "embed/hierarchy.h"
#include "kernels/transport/wasserstein.h"

namespace dhgak {

// Each graph's points at one hop.
class PointSets {
public:
    PointSets(std::span<const std::uint32_t> point_of_node,
              std::span<const std::size_t> node_offsets);

    PointCounts of(std::size_t graph) const;

private:
    std::vector<std::size_t> offsets_ = {0};
    std::vector<std::uint32_t> points_;
    std::vector<std::uint32_t> counts_;
};

// The points of two sets of graphs in one matrix, in which equal points are one.
struct JoinedPoints {
    Matrix points;
    std::vector<std::uint32_t> first;   // by node of the first graphs
    std::vector<std::uint32_t> second;  // by node of the second graphs
};
JoinedPoints join_points(const HopPoints& first, const HopPoints& second);

}  // namespace dhgak
