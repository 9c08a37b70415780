// SPDX-License-Identifier: MIT
#include "report/point_tree.h"

#include <algorithm>

namespace dhgak {
namespace {

constexpr double kSmall = 0.5;  // side over distance, below which a square is one point
constexpr int kDeepest = 24;    // squares there keep any number of points

}  // namespace

PointTree::PointTree(const std::vector<PlanePoint>& points) {
    PlanePoint low = points.front(), high = points.front();
    for (const PlanePoint& point : points) {
        low = {std::min(low.x, point.x), std::min(low.y, point.y)};
        high = {std::max(high.x, point.x), std::max(high.y, point.y)};
    }
    squares_.reserve(2 * points.size());
    squares_.push_back({.corner = low, .side = 1e-9 + std::max(high.x - low.x, high.y - low.y)});
    for (const PlanePoint& point : points) insert(point);
}

// A square's only point moves into one of its parts when a second one comes.
void PointTree::insert(const PlanePoint& point) {
    std::uint32_t at = 0;
    while (true) {
        const bool was_single = squares_[at].count == 1;
        const PlanePoint before = squares_[at].sum;
        squares_[at].sum = {before.x + point.x, before.y + point.y};
        squares_[at].count += 1;
        if (squares_[at].count == 1 || squares_[at].depth == kDeepest) return;
        if (was_single) {
            Square& part = squares_[part_at(at, before)];
            part.sum = before;
            part.count = 1;
        }
        at = part_at(at, point);
    }
}

std::uint32_t PointTree::part_at(std::uint32_t square, const PlanePoint& point) {
    const Square& whole = squares_[square];
    const double half = whole.side / 2;
    const bool is_right = point.x >= whole.corner.x + half,
               is_low = point.y >= whole.corner.y + half;
    const std::size_t which = (is_right ? 1U : 0U) + (is_low ? 2U : 0U);
    if (whole.parts[which] == kNone) {
        const Square part = {.corner = {whole.corner.x + (is_right ? half : 0),
                                        whole.corner.y + (is_low ? half : 0)},
                             .side = half,
                             .depth = whole.depth + 1};
        squares_[square].parts[which] = static_cast<std::uint32_t>(squares_.size());
        squares_.push_back(part);
    }
    return squares_[square].parts[which];
}

PointTree::Push PointTree::push_on(const PlanePoint& point) const {
    Push push;
    std::array<std::uint32_t, 4 * kDeepest + 4> open{};
    std::size_t num_open = 1;
    while (num_open > 0) {
        const Square& square = squares_[open[--num_open]];
        const double dx = point.x - square.sum.x / square.count;
        const double dy = point.y - square.sum.y / square.count;
        const double distance = dx * dx + dy * dy;
        const bool is_leaf = square.count == 1 || square.depth == kDeepest;
        if (is_leaf || square.side * square.side < kSmall * kSmall * distance) {
            const double q = 1 / (1 + distance);
            push.sum += square.count * q;
            push.force.x += square.count * q * q * dx;
            push.force.y += square.count * q * q * dy;
            continue;
        }
        for (const std::uint32_t part : square.parts)
            if (part != kNone) open[num_open++] = part;
    }
    push.sum -= 1;  // the point itself, whose force is none
    return push;
}

}  // namespace dhgak
