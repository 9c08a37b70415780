// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dhgak/core/matrix.h"

namespace dhgak {

struct CenterChange {
    std::uint32_t point;
    std::int32_t from;  // -1: nowhere
    std::int32_t to;
};

// The weighted sums of each center's points in double precision, kept up to date by the points
// that change their center. The same bits for any number of threads.
class CenterSums {
public:
    CenterSums(const Matrix& points, std::span<const float> weights, std::size_t num_centers);

    // Moves points from their old to their new centers.
    void update(std::span<const CenterChange> changes);

    // Puts each center at the mean of its points, and centers without points at the points that
    // are farthest from their own center. Tells how far each center went; returns the sum of the
    // squares.
    double move(std::span<const std::int32_t> center_of_point, Matrix& centers,
                std::span<double> distances) const;

private:
    std::vector<std::uint32_t> points_for_empty(std::span<const std::int32_t> center_of_point,
                                                const Matrix& centers, std::size_t wanted) const;

    const Matrix& points_;
    std::span<const float> weights_;
    std::size_t num_centers_;
    std::vector<double> sums_;
    std::vector<double> masses_;
    std::vector<std::uint32_t> sizes_;
};

}  // namespace dhgak
