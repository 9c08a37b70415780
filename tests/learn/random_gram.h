// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/random.h"
#include "dhgak/matrix/gram.h"

namespace dhgak {

// Points in a few dimensions, whose class shifts them by `signal` along one axis each.
struct RandomProblem {
    GramMatrix gram;
    std::vector<std::uint32_t> classes;
};

// A Gaussian kernel has full rank: every labelling of distinct points is separable at some C.
inline RandomProblem random_problem(std::size_t size, std::uint32_t num_classes, double signal,
                                    std::uint64_t seed) {
    constexpr std::size_t kDimensions = 6;
    Random random(seed);
    RandomProblem problem;
    std::vector<double> points(size * kDimensions);
    for (std::size_t i = 0; i < size; ++i) {
        const auto c = static_cast<std::uint32_t>(random.below(num_classes));
        problem.classes.push_back(c);
        for (std::size_t d = 0; d < kDimensions; ++d)
            points[i * kDimensions + d] =
                random.uniform() + random.uniform() + (d == c % kDimensions ? signal : 0);
    }
    problem.gram = GramMatrix(size);
    for (std::size_t i = 0; i < size; ++i)
        for (std::size_t j = 0; j < size; ++j) {
            double distance = 0;
            for (std::size_t d = 0; d < kDimensions; ++d) {
                const double delta = points[i * kDimensions + d] - points[j * kDimensions + d];
                distance += delta * delta;
            }
            problem.gram(i, j) = std::exp(-distance);
        }
    return problem;
}

}  // namespace dhgak
