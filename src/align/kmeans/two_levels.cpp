// SPDX-License-Identifier: MIT
#include "align/kmeans/two_levels.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <utility>

#include "align/distinct_points.h"
#include "align/kmeans/rows_by_cell.h"
#include "align/kmeans/starts.h"
#include "align/scan/nearest_search.h"
#include "core/random.h"
#include "core/select_rows.h"
#include "dhgak/core/parallel.h"

namespace dhgak {
namespace {

constexpr std::size_t kSamplePerCell = 256;

enum SeedPart : std::uint64_t { kSample, kCoarse, kInside };

struct Cells {
    Matrix middles;
    RowsByCell points;
    std::vector<std::size_t> shares;  // of k
};

// Cells without points are left out.
Cells find_cells(const Matrix& points, std::size_t k, std::uint64_t seed,
                 const KMeansRun& options) {
    const auto wanted = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(k))));
    const std::size_t sample_size = std::min(points.rows(), kSamplePerCell * wanted);
    std::vector<std::uint32_t> chosen =
        draw_random_starts(points.rows(), sample_size, derive_seed(seed, {kSample}));
    std::ranges::sort(chosen);
    const Matrix sample = select_rows(points, chosen);
    const std::vector<float> equal(sample_size, 1.0f);
    const std::uint64_t coarse_seed = derive_seed(seed, {kCoarse});
    const Matrix middles = std::move(
        best_runs(sample, equal, wanted, {&coarse_seed, 1}, options, mean_variance(sample, equal))
            .front()
            .centers);

    std::vector<std::int32_t> cell_of_point = NearestSearch(middles).nearest(points);
    std::vector<std::int32_t> number(middles.rows(), -1);
    for (const std::int32_t cell : cell_of_point) number[static_cast<std::size_t>(cell)] = 0;
    std::vector<std::uint32_t> kept;
    for (std::uint32_t cell = 0; cell < number.size(); ++cell) {
        if (number[cell] < 0) continue;
        number[cell] = static_cast<std::int32_t>(kept.size());
        kept.push_back(cell);
    }
    for (std::int32_t& cell : cell_of_point) cell = number[static_cast<std::size_t>(cell)];
    Cells cells = {.middles = select_rows(middles, kept),
                   .points = {cell_of_point, kept.size()},
                   .shares = {}};
    std::vector<std::size_t> sizes;
    for (std::size_t cell = 0; cell < kept.size(); ++cell)
        sizes.push_back(cells.points.size_of(cell));
    cells.shares = share_clusters(k, sizes);
    return cells;
}

LloydResult run_inside(const Matrix& points, std::span<const float> weights,
                       std::span<const std::uint32_t> rows, std::size_t k, std::uint64_t seed,
                       const KMeansRun& options) {
    const Matrix own = select_rows(points, rows);
    if (k == own.rows()) return each_alone(own);
    std::vector<float> own_weights;
    for (const std::uint32_t row : rows) own_weights.push_back(weights[row]);
    return std::move(
        best_runs(own, own_weights, k, {&seed, 1}, options, mean_variance(own, own_weights))
            .front());
}

TwoLevelResult join(const Cells& cells, std::span<const LloydResult> runs) {
    TwoLevelResult result = {
        .levels = {}, .center_of_point = {}, .iterations = 0, .converged = true};
    std::size_t num_centers = 0;
    for (const LloydResult& run : runs) num_centers += run.centers.rows();
    LeveledCenters& levels = result.levels;
    levels.cells = cells.middles;
    levels.centers = Matrix::for_overwrite(num_centers, cells.middles.cols());
    levels.cell_offsets = {0};
    result.center_of_point.resize(cells.points.rows.size());
    for (std::size_t cell = 0; cell < runs.size(); ++cell) {
        const LloydResult& run = runs[cell];
        const std::uint32_t first = levels.cell_offsets.back();
        for (std::size_t c = 0; c < run.centers.rows(); ++c)
            std::ranges::copy(run.centers.row(c), levels.centers.row(first + c).begin());
        const std::span<const std::uint32_t> rows = cells.points.of(cell);
        for (std::size_t i = 0; i < rows.size(); ++i)
            result.center_of_point[rows[i]] =
                static_cast<std::int32_t>(first) + run.center_of_point[i];
        levels.cell_offsets.push_back(first + static_cast<std::uint32_t>(run.centers.rows()));
        result.iterations = std::max(result.iterations, run.iterations);
        result.converged &= run.converged;
    }
    return result;
}

}  // namespace

std::vector<std::size_t> share_clusters(std::size_t k, std::span<const std::size_t> cell_sizes) {
    const std::size_t num_points = std::reduce(cell_sizes.begin(), cell_sizes.end());
    assert(cell_sizes.size() <= k && k <= num_points);
    const std::size_t to_share = k - cell_sizes.size(), others = num_points - cell_sizes.size();
    std::vector<std::size_t> shares(cell_sizes.size(), 1), remainders(cell_sizes.size());
    if (to_share == 0) return shares;
    std::size_t left = to_share;
    for (std::size_t cell = 0; cell < cell_sizes.size(); ++cell) {
        const std::size_t product = to_share * (cell_sizes[cell] - 1);
        shares[cell] += product / others;
        remainders[cell] = product % others;
        left -= product / others;
    }
    std::vector<std::size_t> order(cell_sizes.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, std::greater(), [&](std::size_t c) { return remainders[c]; });
    for (std::size_t i = 0; i < left; ++i) ++shares[order[i]];
    return shares;
}

std::vector<TwoLevelResult> two_level_runs(const Matrix& points, std::span<const float> weights,
                                           std::size_t k, std::span<const std::uint64_t> seeds,
                                           const KMeansRun& options) {
    std::vector<TwoLevelResult> results(seeds.size());
    parallel_for(seeds.size(), [&](std::size_t i) {
        const Cells cells = find_cells(points, k, seeds[i], options);
        // Long runs first, so that no thread is left with one at the end.
        std::vector<std::size_t> order(cells.shares.size());
        std::iota(order.begin(), order.end(), 0U);
        std::ranges::stable_sort(order, std::greater(),
                                 [&](std::size_t cell) { return cells.points.size_of(cell); });
        std::vector<LloydResult> runs(order.size());
        parallel_for(order.size(), [&](std::size_t at) {
            const std::size_t cell = order[at];
            runs[cell] = run_inside(points, weights, cells.points.of(cell), cells.shares[cell],
                                    derive_seed(seeds[i], {kInside, cell}), options);
        });
        results[i] = join(cells, runs);
    });
    return results;
}

}  // namespace dhgak
