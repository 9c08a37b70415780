// SPDX-License-Identifier: MIT
#include "dhgak/slice/slices.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "dhgak/core/error.h"
#include "slice/slice_cases.h"

namespace dhgak {
namespace {

using namespace testing_support;

TEST(CutSlices, RanksTheNodesOfEachGraphFromZero) {
    const Dataset dataset = make_dataset(varied_graphs());
    const Slices slices = cut_slices(dataset, {.H = 2, .b = 1});
    ASSERT_EQ(slices.rank.size(), dataset.num_nodes());
    EXPECT_EQ(slices.num_hops(), 3);
    for (std::size_t g = 0; g < dataset.num_graphs(); ++g) {
        std::vector<std::uint32_t> ranks(slices.rank.begin() + dataset.node_offsets[g],
                                         slices.rank.begin() + dataset.node_offsets[g + 1]);
        std::sort(ranks.begin(), ranks.end());
        for (std::size_t i = 0; i < ranks.size(); ++i) ASSERT_EQ(ranks[i], i);
    }
}

TEST(CutSlices, TakesADatasetWithoutGraphs) {
    const Dataset dataset = make_dataset({});
    EXPECT_TRUE(cut_slices(dataset, {}).rank.empty());
}

TEST(CutSlices, RejectsNegativeHopsAndWidths) {
    const Dataset dataset = make_dataset({path_graph(3)});
    EXPECT_THROW(cut_slices(dataset, {.H = -1}), ConfigError);
    EXPECT_THROW(cut_slices(dataset, {.b = -1}), ConfigError);
    EXPECT_NO_THROW(cut_slices(dataset, {.H = 0, .b = 0}));
}

}  // namespace
}  // namespace dhgak
