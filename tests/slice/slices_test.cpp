// SPDX-License-Identifier: MIT
#include "dhgak/slice/slices.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "dhgak/core/error.h"
#include "dhgak/core/parallel.h"
#include "slice/slice_cases.h"

namespace dhgak {
namespace {

using namespace testing_support;

TEST(CutSlices, RanksTheNodesOfEachGraphFromZero) {
    const Dataset dataset = make_dataset(varied_graphs());
    const Slices slices = cut_slices(dataset, {.H = 2, .b = 1});
    EXPECT_EQ(slices.num_hops(), 3);
    for (std::size_t g = 0; g < dataset.num_graphs(); ++g) {
        std::vector<std::uint32_t> ranks(slices.rank(g).begin(), slices.rank(g).end());
        ASSERT_EQ(ranks.size(), dataset.graph(g).num_nodes());
        std::sort(ranks.begin(), ranks.end());
        for (std::size_t i = 0; i < ranks.size(); ++i) ASSERT_EQ(ranks[i], i);
    }
}

TEST(CutSlices, TakesADatasetWithoutGraphs) {
    const Dataset dataset = make_dataset({});
    EXPECT_EQ(cut_slices(dataset, {}).num_hops(), 6);
}

TEST(CutSlices, RanksOnceForAllCopiesAndThreads) {
    const Dataset dataset = make_dataset(varied_graphs());
    const Slices slices = cut_slices(dataset, {});
    const Slices copy = slices;
    std::vector<const std::uint32_t*> seen(64);
    parallel_for(seen.size(),
                 [&](std::size_t i) { seen[i] = (i % 2 == 0 ? slices : copy).rank(1).data(); });
    EXPECT_EQ(std::ranges::count(seen, slices.rank(1).data()), 64);
}

TEST(CutSlices, RejectsHopsAndWidthsBelowZeroAndBeyondTheLimit) {
    const Dataset dataset = make_dataset({path_graph(3)});
    EXPECT_THROW(cut_slices(dataset, {.H = -1}), ConfigError);
    EXPECT_THROW(cut_slices(dataset, {.b = -1}), ConfigError);
    EXPECT_THROW(cut_slices(dataset, {.H = kMostHops + 1}), ConfigError);
    EXPECT_THROW(cut_slices(dataset, {.b = 2147483647}), ConfigError);
    EXPECT_NO_THROW(cut_slices(dataset, {.H = 0, .b = 0}));
    EXPECT_NO_THROW(cut_slices(dataset, {.H = kMostHops, .b = kMostHops}));
}

}  // namespace
}  // namespace dhgak
