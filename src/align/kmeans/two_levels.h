// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "align/kmeans/best_runs.h"

namespace dhgak {

// Centers on two levels: a point belongs to the nearest center in the nearest cell, which need not
// be the nearest of all.
struct LeveledCenters {
    Matrix cells;    // their middles; no rows: there is one level, all centers are in one cell
    Matrix centers;  // cell by cell
    std::vector<std::uint32_t> cell_offsets;  // cell c has the centers [offsets[c], offsets[c + 1])
};

struct TwoLevelResult {
    LeveledCenters levels;
    std::vector<std::int32_t> center_of_point;
    int iterations = 0;      // of the cell that took most
    bool converged = false;  // in every cell
};

// How many of `k` clusters each cell gets: one, and of the others its share by the points it has
// beyond the first; what rounding leaves goes to the largest remainders, the first of equal ones.
// No cell gets more than it has points. Cells have points, and k is from the number of cells to the
// number of points.
std::vector<std::size_t> share_clusters(std::size_t k, std::span<const std::size_t> cell_sizes);

// For each seed, about sqrt(k) cells by k-means on a sample of the points, whatever their weights,
// then k-means inside each cell with its share of `k`. Cost grows with points * sqrt(k), and no
// memory with points * k. k >= 1 and at most the number of points. The result is the same for any
// number of threads.
std::vector<TwoLevelResult> two_level_runs(const Matrix& points, std::span<const float> weights,
                                           std::size_t k, std::span<const std::uint64_t> seeds,
                                           const KMeansRun& options);

}  // namespace dhgak
