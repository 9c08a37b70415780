// SPDX-License-Identifier: MIT
#include "align/radius_tree.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dhgak {

RadiusTree::RadiusTree(const Matrix& rows, Matrix turned, double radius)
    : rows_(rows), turned_(std::move(turned)), groups_(turned_), squared_radius_(radius * radius) {
    double longest = 0;
    for (std::size_t r = 0; r < turned_.rows(); ++r) {
        double norm = 0;
        for (const float value : turned_.row(r))
            norm += static_cast<double>(value) * static_cast<double>(value);
        longest = std::max(longest, norm);
    }
    // Turning and rounding shift a row by some 1e-6 of its length, and sums over dimensions are
    // relatively wrong by a few times their number.
    const double shift = 1e-5 * std::sqrt(longest);
    const double relative = static_cast<double>(turned_.cols() + 16) * 0x1p-22;
    slack_ = static_cast<float>(shift);
    const auto square = [](double value) { return value * value; };
    maybe_within_ = static_cast<float>(square(radius + shift) * (1 + relative));
    surely_within_ = static_cast<float>(square(std::max(radius - shift, 0.0)) * (1 - relative));
    if (!std::isfinite(maybe_within_)) maybe_within_ = std::numeric_limits<float>::max();
    if (groups_.num_groups() > 0) build(0, static_cast<std::uint32_t>(groups_.num_groups()));
}

void RadiusTree::build(std::uint32_t first, std::uint32_t end) {
    const std::size_t at = nodes_.size();
    const std::size_t dims = groups_.dims();
    nodes_.push_back({first, end, 0});
    boxes_.resize(nodes_.size() * 2 * dims);
    if (end - first > 1) {
        const std::uint32_t middle = first + (end - first) / 2;
        build(first, middle);
        nodes_[at].right = static_cast<std::uint32_t>(nodes_.size());
        build(middle, end);
        const float* left = boxes_.data() + (at + 1) * 2 * dims;
        const float* right = boxes_.data() + nodes_[at].right * 2 * dims;
        float* box = boxes_.data() + at * 2 * dims;
        for (std::size_t j = 0; j < dims; ++j) {
            box[j] = std::min(left[j], right[j]);
            box[dims + j] = std::max(left[dims + j], right[dims + j]);
        }
        return;
    }
    float* box = boxes_.data() + at * 2 * dims;
    for (std::size_t j = 0; j < dims; ++j) {
        box[j] = std::numeric_limits<float>::infinity();
        box[dims + j] = -box[j];
    }
    for (std::size_t s = first * kGroupSize; s < end * kGroupSize; ++s) {
        const std::int32_t row = row_of_slot()[s];
        for (std::size_t j = 0; row >= 0 && j < dims; ++j) {
            const float value = turned_(static_cast<std::size_t>(row), j);
            box[j] = std::min(box[j], value);
            box[dims + j] = std::max(box[dims + j], value);
        }
    }
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

std::int32_t RadiusTree::nearest(std::span<const float> point) const {
    std::int32_t best = -1;
    if (nodes_.empty()) return best;
    double least = squared_radius_;
    float limit = maybe_within_;
    std::uint32_t stack[kMostDepth];
    std::size_t depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
        const std::uint32_t at = stack[--depth];
        if (distance_to_node(point.data(), at) > limit) continue;
        if (const std::uint32_t right = nodes_[at].right; right != 0) {
            const bool is_right_nearer =
                distance_to_node(point.data(), right) < distance_to_node(point.data(), at + 1);
            stack[depth++] = is_right_nearer ? at + 1 : right;
            stack[depth++] = is_right_nearer ? right : at + 1;
            continue;
        }
        float distances[kGroupSize];
        const std::size_t group = nodes_[at].first;
        group_distances(point.data(), groups_.group(group), groups_.dims(), limit, distances);
        for (std::size_t lane = 0; lane < kGroupSize; ++lane) {
            const std::int32_t row = row_of_slot()[group * kGroupSize + lane];
            if (row < 0 || distances[lane] > limit) continue;
            const double exact = exact_distance(point, row);
            if (exact > least || (exact == least && best >= 0 && row > best)) continue;
            best = row;
            least = exact;
            const double reach = std::sqrt(least) * (1 + 1e-3) + static_cast<double>(slack_);
            limit = std::min(limit, static_cast<float>(reach * reach));
        }
    }
    return best;
}

}  // namespace dhgak
