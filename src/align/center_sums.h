// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dhgak/core/matrix.h"

namespace dhgak {

// The mean over dimensions of the weighted variance.
double mean_variance(const Matrix& points, std::span<const float> weights);

// The weighted sums of each center's points in double precision, kept up to date by the points
// that change their center. The same bits for any number of threads.
class CenterSums {
public:
    CenterSums(const Matrix& points, std::span<const float> weights, std::size_t num_centers);

    // Moves points from their old to their new centers; an empty `before` means from nowhere.
    void update(std::span<const std::int32_t> before, std::span<const std::int32_t> after);

    // Puts each center at the mean of its points, and centers without points at the points that
    // are farthest from their own center. Returns the summed squared movement.
    double move(std::span<const std::int32_t> center_of_point, Matrix& centers);

private:
    struct Change {
        std::uint32_t point;
        float weight;  // negative when the point leaves
    };

    std::vector<std::uint32_t> points_for_empty(std::span<const std::int32_t> center_of_point,
                                                const Matrix& centers, std::size_t wanted) const;

    const Matrix& points_;
    std::span<const float> weights_;
    std::size_t num_centers_;
    std::vector<double> sums_;
    std::vector<double> masses_;
    std::vector<std::uint32_t> sizes_;
    std::vector<Change> changes_;
    std::vector<std::size_t> change_offsets_;
};

}  // namespace dhgak
