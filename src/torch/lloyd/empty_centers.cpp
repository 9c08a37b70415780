// SPDX-License-Identifier: MIT
#include "torch/lloyd/empty_centers.h"

#include <algorithm>
#include <numeric>

namespace dhgak {

std::vector<PointMove> fill_empty_centers(std::span<const std::int32_t> center_of_point,
                                          std::span<const double> distances,
                                          std::size_t num_centers) {
    std::vector<std::size_t> sizes(num_centers);
    for (const std::int32_t center : center_of_point) ++sizes[static_cast<std::size_t>(center)];
    std::vector<std::int32_t> empty;
    for (std::size_t c = 0; c < sizes.size(); ++c)
        if (sizes[c] == 0) empty.push_back(static_cast<std::int32_t>(c));

    std::vector<std::size_t> order(distances.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(
        order, [&](std::size_t a, std::size_t b) { return distances[a] > distances[b]; });
    std::vector<PointMove> moves;
    for (const std::size_t point : order) {
        if (moves.size() == empty.size() || distances[point] == 0) break;
        std::size_t& size = sizes[static_cast<std::size_t>(center_of_point[point])];
        if (size < 2) continue;  // moving the only point would leave another center empty
        --size;
        moves.push_back({.point = static_cast<std::int32_t>(point),
                         .from = center_of_point[point],
                         .to = empty[moves.size()]});
    }
    return moves;
}

}  // namespace dhgak
