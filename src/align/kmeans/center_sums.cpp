// SPDX-License-Identifier: MIT
#include "align/kmeans/center_sums.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "dhgak/core/parallel.h"

namespace dhgak {
namespace {

constexpr std::size_t kSummedPerBlock = 4096;
constexpr std::size_t kCentersPerBlock = 32;

double squared_distance(std::span<const float> a, std::span<const float> b) {
    double sum = 0;
    for (std::size_t j = 0; j < a.size(); ++j) {
        const double difference = static_cast<double>(a[j]) - static_cast<double>(b[j]);
        sum += difference * difference;
    }
    return sum;
}

}  // namespace

CenterSums::CenterSums(const Matrix& points, std::span<const float> weights,
                       std::size_t num_centers)
    : points_(points),
      weights_(weights),
      num_centers_(num_centers),
      sums_(num_centers * points.cols()),
      masses_(num_centers),
      sizes_(num_centers) {}

void CenterSums::update(std::span<const CenterChange> changes) {
    struct Step {
        std::uint32_t point;
        bool is_arrival;
    };
    // Steps sorted by center, in the given order, so that centers can be worked on side by side.
    std::vector<std::size_t> offsets(num_centers_ + 1);
    for (const CenterChange& change : changes) {
        if (change.from >= 0) ++offsets[static_cast<std::size_t>(change.from) + 1];
        ++offsets[static_cast<std::size_t>(change.to) + 1];
    }
    std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
    std::vector<Step> steps(offsets.back());
    std::vector<std::size_t> next(offsets.begin(), offsets.end() - 1);
    for (const CenterChange& change : changes) {
        if (change.from >= 0)
            steps[next[static_cast<std::size_t>(change.from)]++] = {change.point, false};
        steps[next[static_cast<std::size_t>(change.to)]++] = {change.point, true};
    }

    const std::size_t dims = points_.cols();
    parallel_for(num_centers_, kCentersPerBlock, [&](std::size_t c) {
        double* sum = sums_.data() + c * dims;
        for (std::size_t at = offsets[c]; at < offsets[c + 1]; ++at) {
            const auto [point, is_arrival] = steps[at];
            const double weight = static_cast<double>(weights_[point]) * (is_arrival ? 1 : -1);
            const float* row = points_.row(point).data();
            for (std::size_t j = 0; j < dims; ++j) sum[j] += weight * static_cast<double>(row[j]);
            masses_[c] += weight;
            sizes_[c] += is_arrival ? 1U : ~0U;
        }
    });
}

std::vector<std::uint32_t> CenterSums::points_for_empty(
    std::span<const std::int32_t> center_of_point, const Matrix& centers,
    std::size_t wanted) const {
    std::vector<double> distances(points_.rows());
    parallel_for(points_.rows(), kSummedPerBlock, [&](std::size_t i) {
        distances[i] = squared_distance(points_.row(i),
                                        centers.row(static_cast<std::size_t>(center_of_point[i])));
    });
    std::vector<std::uint32_t> order(points_.rows());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
        return distances[a] != distances[b] ? distances[a] > distances[b] : a < b;
    });
    std::vector<std::uint32_t> sizes = sizes_;
    std::vector<std::uint32_t> chosen;
    for (const std::uint32_t point : order) {
        if (chosen.size() == wanted || distances[point] == 0) break;
        std::uint32_t& size = sizes[static_cast<std::size_t>(center_of_point[point])];
        if (size < 2) continue;  // moving the only point would leave another center empty
        if (std::ranges::any_of(chosen, [&](std::uint32_t other) {
                return std::ranges::equal(points_.row(other), points_.row(point));
            }))
            continue;
        chosen.push_back(point);
        --size;
    }
    return chosen;
}

double CenterSums::move(std::span<const std::int32_t> center_of_point, Matrix& centers,
                        std::span<double> distances) const {
    const std::size_t dims = points_.cols();
    // As in scikit-learn, the farthest points count for the empty centers in this step only; the
    // next assignment decides for itself.
    std::vector<double> sums, masses;
    const auto num_empty = static_cast<std::size_t>(std::ranges::count(sizes_, 0U));
    if (num_empty > 0) {
        sums = sums_;
        masses = masses_;
        std::size_t empty = 0;
        for (const std::uint32_t point : points_for_empty(center_of_point, centers, num_empty)) {
            while (sizes_[empty] > 0) ++empty;
            const auto old = static_cast<std::size_t>(center_of_point[point]);
            const auto weight = static_cast<double>(weights_[point]);
            for (std::size_t j = 0; j < dims; ++j) {
                const double part = weight * static_cast<double>(points_(point, j));
                sums[old * dims + j] -= part;
                sums[empty * dims + j] = part;
            }
            masses[old] -= weight;
            masses[empty++] = weight;
        }
        for (; empty < num_centers_; ++empty)
            if (sizes_[empty] == 0) masses[empty] = 0;  // stays where it is
    }
    const std::vector<double>& sum = num_empty > 0 ? sums : sums_;
    const std::vector<double>& mass = num_empty > 0 ? masses : masses_;

    double total = 0;
    for (std::size_t c = 0; c < num_centers_; ++c) {
        double squared = 0;
        for (std::size_t j = 0; mass[c] > 0 && j < dims; ++j) {
            const auto place = static_cast<float>(sum[c * dims + j] / mass[c]);
            const double step = static_cast<double>(place) - static_cast<double>(centers(c, j));
            squared += step * step;
            centers(c, j) = place;
        }
        distances[c] = std::sqrt(squared);
        total += squared;
    }
    return total;
}

}  // namespace dhgak
