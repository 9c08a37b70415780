// SPDX-License-Identifier: MIT
#include "align/lloyd.h"

#include <limits>

#include "align/center_sums.h"
#include "dhgak/core/parallel.h"

namespace dhgak {
namespace {

constexpr std::size_t kRowsPerBlock = 512;

float squared_distance(std::span<const float> a, std::span<const float> b) {
    float sum = 0;
    for (std::size_t j = 0; j < a.size(); ++j) sum += (a[j] - b[j]) * (a[j] - b[j]);
    return sum;
}

}  // namespace

std::vector<std::int32_t> nearest_centers(const Matrix& points, const Matrix& centers) {
    std::vector<std::int32_t> nearest(points.rows());
    parallel_for(points.rows(), kRowsPerBlock, [&](std::size_t i) {
        float least = std::numeric_limits<float>::infinity();
        for (std::size_t c = 0; c < centers.rows(); ++c) {
            const float distance = squared_distance(points.row(i), centers.row(c));
            if (distance < least) {
                least = distance;
                nearest[i] = static_cast<std::int32_t>(c);
            }
        }
    });
    return nearest;
}

LloydResult lloyd(const Matrix& points, std::span<const float> weights, Matrix starts,
                  const LloydOptions& options) {
    LloydResult result;
    result.centers = std::move(starts);
    const double enough = options.tolerance * mean_variance(points, weights);
    CenterSums sums(points, weights, result.centers.rows());
    bool is_settled = false;
    while (result.iterations < options.iterations && !result.converged) {
        ++result.iterations;
        std::vector<std::int32_t> nearest = nearest_centers(points, result.centers);
        is_settled = nearest == result.center_of_point;
        sums.update(result.center_of_point, nearest);
        result.center_of_point = std::move(nearest);
        const double movement = sums.move(result.center_of_point, result.centers);
        result.converged = is_settled || movement <= enough;
    }
    if (!is_settled) result.center_of_point = nearest_centers(points, result.centers);
    return result;
}

double inertia(const Matrix& points, std::span<const float> weights, const LloydResult& result) {
    double sum = 0;
    for (std::size_t i = 0; i < points.rows(); ++i) {
        const auto center = static_cast<std::size_t>(result.center_of_point[i]);
        sum += static_cast<double>(weights[i]) *
               static_cast<double>(squared_distance(points.row(i), result.centers.row(center)));
    }
    return sum;
}

}  // namespace dhgak
