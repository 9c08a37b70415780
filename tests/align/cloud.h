// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <numbers>
#include <vector>

#include "core/random.h"
#include "dhgak/core/matrix.h"

namespace dhgak::testing_align {

inline Matrix matrix_of(std::initializer_list<std::initializer_list<float>> rows) {
    Matrix matrix(rows.size(), rows.size() == 0 ? 0 : rows.begin()->size());
    std::size_t r = 0;
    for (const auto& row : rows) {
        std::size_t c = 0;
        for (const float value : row) matrix(r, c++) = value;
        ++r;
    }
    return matrix;
}

inline float normal(Random& random) {
    const double radius = std::sqrt(-2 * std::log1p(-random.uniform()));
    return static_cast<float>(radius * std::cos(2 * std::numbers::pi * random.uniform()));
}

// Points around `num_blobs` random middles.
inline Matrix random_cloud(std::size_t rows, std::size_t cols, std::uint64_t seed,
                           std::size_t num_blobs = 5) {
    Random random(seed);
    Matrix middles(num_blobs, cols);
    for (float& value : middles.values()) value = 3 * normal(random);
    Matrix cloud(rows, cols);
    for (std::size_t r = 0; r < rows; ++r) {
        const auto blob = static_cast<std::size_t>(random.below(num_blobs));
        for (std::size_t c = 0; c < cols; ++c) cloud(r, c) = middles(blob, c) + normal(random);
    }
    return cloud;
}

inline std::vector<float> random_weights(std::size_t size, std::uint64_t seed) {
    Random random(seed);
    std::vector<float> weights(size);
    for (float& weight : weights) weight = static_cast<float>(1 + random.below(4));
    return weights;
}

// Each row as often as its weight says.
inline Matrix repeat_rows(const Matrix& points, const std::vector<float>& weights) {
    std::size_t total = 0;
    for (const float weight : weights) total += static_cast<std::size_t>(weight);
    Matrix repeated(total, points.cols());
    std::size_t at = 0;
    for (std::size_t r = 0; r < points.rows(); ++r)
        for (float copy = 0; copy < weights[r]; ++copy, ++at)
            for (std::size_t c = 0; c < points.cols(); ++c) repeated(at, c) = points(r, c);
    return repeated;
}

}  // namespace dhgak::testing_align
