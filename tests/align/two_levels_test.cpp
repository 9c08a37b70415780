// SPDX-License-Identifier: MIT
#include "align/kmeans/two_levels.h"

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "align/cloud.h"
#include "align/distinct_points.h"
#include "align/kmeans/lloyd.h"
#include "align/scan/nearest_scan.h"
#include "core/select_rows.h"

namespace dhgak {
namespace {

using testing_align::random_cloud;
using testing_align::random_weights;

using Counts = std::vector<std::size_t>;

TEST(ShareClusters, GivesByPointsBeyondTheFirst) {
    EXPECT_EQ(share_clusters(3, Counts{5, 9, 1}), (Counts{1, 1, 1}));
    EXPECT_EQ(share_clusters(15, Counts{5, 9, 1}), (Counts{5, 9, 1}));
    EXPECT_EQ(share_clusters(9, Counts{5, 9, 1}), (Counts{3, 5, 1}));
    EXPECT_EQ(share_clusters(7, Counts{40}), Counts{7});
}

TEST(ShareClusters, GivesWhatIsLeftToTheLargestRemaindersAndThenToTheFirst) {
    EXPECT_EQ(share_clusters(5, Counts{4, 4, 4}), (Counts{2, 2, 1}));
    // Shares of 3 by 4 : 2 : 1 are 1.71, 0.86 and 0.43.
    EXPECT_EQ(share_clusters(6, Counts{5, 3, 2}), (Counts{3, 2, 1}));
}

TEST(ShareClusters, SumsUpAndFitsTheCells) {
    Random random(5);
    for (int round = 0; round < 300; ++round) {
        Counts sizes(1 + random.below(40));
        for (std::size_t& size : sizes) size = 1 + random.below(30);
        const std::size_t total = std::reduce(sizes.begin(), sizes.end());
        const std::size_t k = sizes.size() + random.below(total - sizes.size() + 1);
        const Counts shares = share_clusters(k, sizes);
        EXPECT_EQ(std::reduce(shares.begin(), shares.end()), k);
        for (std::size_t cell = 0; cell < sizes.size(); ++cell) {
            EXPECT_GE(shares[cell], 1U);
            EXPECT_LE(shares[cell], sizes[cell]);
        }
    }
}

TEST(TwoLevels, PutEachPointToTheNearestCenterOfItsNearestCell) {
    const Matrix points = random_cloud(5000, 6, 3);
    const std::vector<float> weights = random_weights(5000, 4);
    const std::uint64_t seeds[] = {7, 8};
    for (const TwoLevelResult& result : two_level_runs(points, weights, 400, seeds, {})) {
        const LeveledCenters& levels = result.levels;
        EXPECT_EQ(levels.centers.rows(), 400U);
        EXPECT_LE(levels.cells.rows(), 20U);
        EXPECT_GE(levels.cells.rows(), 15U);
        ASSERT_EQ(levels.cell_offsets.size(), levels.cells.rows() + 1);
        const std::vector<std::int32_t> cell_of = scan_nearest(points, RowGroups(levels.cells));
        for (std::size_t cell = 0; cell < levels.cells.rows(); ++cell) {
            std::vector<std::uint32_t> members;
            for (std::uint32_t i = 0; i < 5000; ++i)
                if (cell_of[i] == static_cast<std::int32_t>(cell)) members.push_back(i);
            std::vector<std::uint32_t> own(levels.cell_offsets[cell + 1] -
                                           levels.cell_offsets[cell]);
            std::iota(own.begin(), own.end(), levels.cell_offsets[cell]);
            const std::vector<std::int32_t> nearest = scan_nearest(
                select_rows(points, members), RowGroups(select_rows(levels.centers, own)));
            for (std::size_t i = 0; i < members.size(); ++i)
                ASSERT_EQ(result.center_of_point[members[i]],
                          static_cast<std::int32_t>(own[static_cast<std::size_t>(nearest[i])]));
        }
    }
}

TEST(TwoLevels, CostLittleMoreThanOneLevel) {
    const Matrix points = random_cloud(8000, 6, 5, 50);
    const std::vector<float> weights = random_weights(8000, 6);
    const std::uint64_t seed = 1;
    const KMeansRun options;
    const LloydResult flat =
        best_runs(points, weights, 500, {&seed, 1}, options, mean_variance(points, weights))
            .front();
    const TwoLevelResult two = two_level_runs(points, weights, 500, {&seed, 1}, options).front();
    const LloydResult joined = {.centers = two.levels.centers,
                                .center_of_point = two.center_of_point};
    EXPECT_LT(inertia(points, weights, joined), 1.1 * inertia(points, weights, flat));
}

}  // namespace
}  // namespace dhgak
