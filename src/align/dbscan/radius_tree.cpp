// SPDX-License-Identifier: MIT
#include "align/dbscan/radius_tree.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dhgak {
namespace {

// From so many dimensions on, boxes hardly keep rows apart: testing them costs less for larger
// leaves, whose distances are computed like a product of blocks.
constexpr std::size_t kManyDims = 48;

}  // namespace

RadiusTree::RadiusTree(const Matrix& rows, const Matrix& turned, double radius)
    : rows_(rows), groups_(turned), kept_(groups_.num_groups()), squared_radius_(radius * radius) {
    double longest = 0;
    for (std::size_t r = 0; r < turned.rows(); ++r) {
        double norm = 0;
        for (const float value : turned.row(r))
            norm += static_cast<double>(value) * static_cast<double>(value);
        longest = std::max(longest, norm);
    }
    // Turning and rounding shift a row by some 1e-6 of its length, and sums over dimensions are
    // relatively wrong by a few times their number.
    const double shift = 1e-5 * std::sqrt(longest);
    const double relative = static_cast<double>(turned.cols() + 16) * 0x1p-22;
    const auto limit = [](double distance, double factor) {
        constexpr double kMost = std::numeric_limits<float>::max();
        return static_cast<float>(std::min(distance * distance * factor, kMost));
    };
    limits_.maybe = limit(radius + shift, 1 + relative);
    limits_.surely = radius > shift ? limit(radius - shift, 1 - relative) : -1.0f;
    if (num_groups() > 0) build(0, static_cast<std::uint32_t>(num_groups()));
    boxes_.resize(nodes_.size() * 2 * groups_.dims());
    is_narrow_.resize(nodes_.size());
    keep(std::vector<char>(rows.rows(), 1));
}

void RadiusTree::build(std::uint32_t first, std::uint32_t end) {
    const std::size_t at = nodes_.size();
    nodes_.push_back({first, end, 0});
    if (end - first <= (groups_.dims() < kManyDims ? 1 : kMostGroupsPerLeaf)) return;
    const std::uint32_t middle = first + (end - first) / 2;
    build(first, middle);
    nodes_[at].right = static_cast<std::uint32_t>(nodes_.size());
    build(middle, end);
}

void RadiusTree::keep(std::span<const char> flags) {
    std::ranges::fill(kept_, 0);
    for (std::size_t s = 0; s < row_of_slot().size(); ++s)
        if (const std::int32_t row = row_of_slot()[s];
            row >= 0 && flags[static_cast<std::size_t>(row)] != 0)
            kept_[s / kGroupSize] |= lane_bit(s % kGroupSize);
    for (std::size_t node = nodes_.size(); node-- > 0;) {
        bound(node);
        is_narrow_[node] = box_distances(box(node), box(node), groups_.dims()).most <=
                           5 * limits_.surely;  // 4 and a little for rounding
    }
}

// Children first.
void RadiusTree::bound(std::size_t node) {
    const std::size_t dims = groups_.dims();
    float* low = boxes_.data() + node * 2 * dims;
    float* high = low + dims;
    if (!nodes_[node].is_leaf()) {
        const float* left = box(node + 1);
        const float* right = box(nodes_[node].right);
        for (std::size_t j = 0; j < dims; ++j) {
            low[j] = std::min(left[j], right[j]);
            high[j] = std::max(left[dims + j], right[dims + j]);
        }
        return;
    }
    std::fill(low, high, std::numeric_limits<float>::infinity());
    std::fill(high, high + dims, -std::numeric_limits<float>::infinity());
    for (std::size_t group = nodes_[node].first; group < nodes_[node].end; ++group)
        for (std::size_t j = 0; j < dims; ++j) {
            const float* values = groups_.group(group) + j * kGroupSize;
            for_each_lane(kept_[group], [&](std::size_t lane) {
                low[j] = std::min(low[j], values[lane]);
                high[j] = std::max(high[j], values[lane]);
            });
        }
}

RadiusTree::Nearness RadiusTree::nearness(std::size_t a, std::size_t b) const {
    const BoxDistances distances = box_distances(box(a), box(b), groups_.dims());
    if (distances.most <= limits_.surely) return Nearness::all;
    return distances.least > limits_.maybe ? Nearness::apart : Nearness::some;
}

double RadiusTree::exact_distance(std::span<const float> point, std::int32_t row) const {
    const float* other = rows_.row(static_cast<std::size_t>(row)).data();
    double sum = 0;
    for (std::size_t j = 0; j < point.size(); ++j) {
        const double difference = static_cast<double>(point[j]) - static_cast<double>(other[j]);
        sum += difference * difference;
    }
    return sum;
}

std::vector<std::int32_t> RadiusTree::least_by_node(std::span<const std::int32_t> values) const {
    std::vector<std::int32_t> least(nodes_.size(), kNoValue);
    for (std::size_t node = nodes_.size(); node-- > 0;) {
        if (nodes_[node].is_leaf())
            for_each_kept(nodes_[node], [&](std::size_t row) {
                least[node] = std::min(least[node], values[row]);
            });
        else
            least[node] = std::min(least[node + 1], least[nodes_[node].right]);
    }
    return least;
}

std::int32_t RadiusTree::least_within(std::span<const float> point,
                                      std::span<const std::int32_t> values,
                                      std::span<const std::int32_t> least_of_node) const {
    std::int32_t least = kNoValue;
    std::uint32_t stack[kMostDepth];
    std::size_t depth = 0;
    if (!nodes_.empty()) stack[depth++] = 0;
    while (depth > 0) {
        const std::uint32_t at = stack[--depth];
        if (least_of_node[at] >= least || distance_to_node(point.data(), at) > limits_.maybe)
            continue;
        if (const std::uint32_t right = nodes_[at].right; right != 0) {
            const bool is_right_first = least_of_node[right] < least_of_node[at + 1];
            stack[depth++] = is_right_first ? at + 1 : right;
            stack[depth++] = is_right_first ? right : at + 1;
            continue;
        }
        for (std::size_t group = nodes_[at].first; group < nodes_[at].end; ++group) {
            float distances[kGroupSize];
            group_distances(point.data(), groups_.group(group), groups_.dims(), limits_.maybe,
                            distances);
            for_each_lane(kept_[group], [&](std::size_t lane) {
                const std::size_t row = row_at(group, lane);
                if (values[row] < least && distances[lane] <= limits_.maybe &&
                    exact_distance(point, static_cast<std::int32_t>(row)) <= squared_radius_)
                    least = values[row];
            });
        }
    }
    return least;
}

}  // namespace dhgak
