// SPDX-License-Identifier: MIT
#include "learn/ranking.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "learn/grains.h"

namespace dhgak {
namespace {

template <typename Before>
std::vector<std::size_t> order_by(std::span<const double> values, Before before) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, before, [&](std::size_t i) { return values[i]; });
    return order;
}

// The 95 % point of the studentized range for 2, 3, .. 30 means and infinite degrees of freedom,
// over the square root of two.
constexpr std::array kNemenyi = {1.960, 2.344, 2.569, 2.728, 2.850, 2.948, 3.031, 3.102,
                                 3.164, 3.219, 3.268, 3.313, 3.354, 3.391, 3.426, 3.458,
                                 3.489, 3.517, 3.544, 3.569, 3.593, 3.616, 3.637, 3.658,
                                 3.678, 3.696, 3.714, 3.732, 3.749};

}  // namespace

std::vector<double> ranks_of(std::span<const double> values) {
    const std::vector<double> scores = in_grains(values, largest_size(values));
    const std::vector<std::size_t> order = order_by(scores, std::greater());
    std::vector<double> ranks(scores.size());
    for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
        for (end = begin + 1; end < order.size() && scores[order[end]] == scores[order[begin]];)
            ++end;
        const double shared = static_cast<double>(begin + end + 1) / 2;
        for (std::size_t i = begin; i < end; ++i) ranks[order[i]] = shared;
    }
    return ranks;
}

std::vector<double> holm_corrected(std::span<const double> p_values) {
    std::vector<double> corrected(p_values.size());
    double largest = 0;
    std::size_t left = p_values.size();
    for (const std::size_t i : order_by(p_values, std::less())) {
        largest = std::max(largest, std::min(1.0, static_cast<double>(left--) * p_values[i]));
        corrected[i] = largest;
    }
    return corrected;
}

double critical_difference(std::size_t num_methods, std::size_t num_datasets) {
    if (num_methods < 2 || num_methods - 2 >= kNemenyi.size() || num_datasets == 0) return 0;
    const auto k = static_cast<double>(num_methods);
    return kNemenyi[num_methods - 2] *
           std::sqrt(k * (k + 1) / (6 * static_cast<double>(num_datasets)));
}

}  // namespace dhgak
