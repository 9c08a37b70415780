// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "report/layout.h"

namespace dhgak {

// Barnes and Hut's tree over points of the plane: squares, each with the number and the middle of
// the points in it, cut in four until a square has one point.
class PointTree {
public:
    explicit PointTree(const std::vector<PlanePoint>& points);

    // What pushes the point away from all others, by the heavy tail of t-SNE: sums over the others
    // of q^2 (point - other), and of q = 1 / (1 + distance^2). Squares that look small from the
    // point count as one point in their middle.
    struct Push {
        PlanePoint force;
        double sum = 0;
    };
    Push push_on(const PlanePoint& point) const;

private:
    static constexpr std::uint32_t kNone = 0;  // the root is no one's child

    struct Square {
        PlanePoint corner;
        double side = 0;
        PlanePoint sum;  // of its points
        double count = 0;
        int depth = 0;
        std::array<std::uint32_t, 4> parts{};
    };

    void insert(const PlanePoint& point);
    std::uint32_t part_at(std::uint32_t square, const PlanePoint& point);

    std::vector<Square> squares_;
};

}  // namespace dhgak
