// SPDX-License-Identifier: MIT
#include "align/kmeans/best_runs.h"

#include <limits>
#include <utility>

#include "align/kmeans/lloyd.h"
#include "align/kmeans/starts.h"
#include "align/scan/nearest_search.h"
#include "core/random.h"
#include "core/select_rows.h"
#include "dhgak/core/parallel.h"

namespace dhgak {

std::vector<Matrix> draw_starts(const Matrix& points, std::span<const float> weights, std::size_t k,
                                std::span<const std::uint64_t> seeds, const KMeansRun& options) {
    const auto n_init = static_cast<std::size_t>(options.n_init);
    std::vector<Matrix> starts(seeds.size() * n_init);
    parallel_for(starts.size(), [&](std::size_t i) {
        const std::uint64_t seed = derive_seed(seeds[i / n_init], {i % n_init});
        starts[i] = select_rows(points, options.start == Start::random
                                            ? draw_random_starts(weights.size(), k, seed)
                                            : draw_spread_starts(points, weights, k, seed));
    });
    return starts;
}

std::vector<LloydResult> choose_best(const Matrix& points, std::span<const float> weights,
                                     std::vector<LloydResult> runs, int n_init) {
    if (n_init == 1) return runs;
    const auto step = static_cast<std::size_t>(n_init);
    std::vector<LloydResult> best;
    for (std::size_t first = 0; first < runs.size(); first += step) {
        std::size_t chosen = first;
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t i = first; i < first + step; ++i)
            if (const double cost = inertia(points, weights, runs[i]); cost < least) {
                least = cost;
                chosen = i;
            }
        best.push_back(std::move(runs[chosen]));
    }
    return best;
}

void judge(const Matrix& points, LloydResult& result) {
    if (points.rows() > 0) result.center_of_point = NearestSearch(result.centers).nearest(points);
}

LloydResult each_alone(const Matrix& points) {
    LloydResult result = {.centers = points, .converged = true};
    judge(points, result);
    return result;
}

std::vector<LloydResult> best_runs(const Matrix& points, std::span<const float> weights,
                                   std::size_t k, std::span<const std::uint64_t> seeds,
                                   const KMeansRun& options, double variance) {
    std::vector<Matrix> starts = draw_starts(points, weights, k, seeds, options);
    std::vector<LloydResult> runs(starts.size());
    parallel_for(runs.size(), [&](std::size_t i) {
        runs[i] = lloyd(points, weights, std::move(starts[i]), options.lloyd_options(variance));
    });
    runs = choose_best(points, weights, std::move(runs), options.n_init);
    // Bounds that Lloyd's algorithm skips centers by do not allow for squares that vanish.
    constexpr double kLeastVariance = 1e-20;
    if (variance < kLeastVariance)
        for (LloydResult& run : runs) judge(points, run);
    return runs;
}

}  // namespace dhgak
