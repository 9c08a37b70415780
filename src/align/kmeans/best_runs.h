// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "align/lloyd_backend.h"
#include "dhgak/core/matrix.h"

namespace dhgak {

enum class Start { random, spread };

// How k-means is run for one seed.
struct KMeansRun {
    Start start = Start::random;
    int n_init = 1;  // starts, of which the best counts
    int iterations = 100;
    double tolerance = 1e-4;  // of the variance; less movement of the centers ends a run

    // `variance` is that of the points.
    LloydOptions lloyd_options(double variance) const {
        return {.iterations = iterations, .movement = tolerance * variance};
    }
};

// `n_init` starts of `k` centers for each seed, side by side.
std::vector<Matrix> draw_starts(const Matrix& points, std::span<const float> weights, std::size_t k,
                                std::span<const std::uint64_t> seeds, const KMeansRun& options);

// The first of the cheapest among each `n_init` runs.
std::vector<LloydResult> choose_best(const Matrix& points, std::span<const float> weights,
                                     std::vector<LloydResult> runs, int n_init);

// Gives points to the centers that a model will give them to: the nearest, of equally near ones the
// first.
void judge(const Matrix& points, LloydResult& result);

// As many centers as points: each point is one.
LloydResult each_alone(const Matrix& points);

// The best run of each seed, judged. `variance` is that of the points.
std::vector<LloydResult> best_runs(const Matrix& points, std::span<const float> weights,
                                   std::size_t k, std::span<const std::uint64_t> seeds,
                                   const KMeansRun& options, double variance);

}  // namespace dhgak
