// SPDX-License-Identifier: MIT
#include "slice/bags/bag_table.h"

#include <vector>

#include <gtest/gtest.h>

namespace dhgak {
namespace {

using Bag = std::vector<LabelCount>;

TEST(BagTable, GivesEqualBagsTheSameNumber) {
    BagTable table;
    EXPECT_EQ(table.add(Bag{{1, 2}, {3, 1}}), 0U);
    EXPECT_EQ(table.add(Bag{}), 1U);
    EXPECT_EQ(table.add(Bag{{1, 2}}), 2U);
    EXPECT_EQ(table.add(Bag{{1, 2}, {3, 1}}), 0U);
    EXPECT_EQ(table.add(Bag{}), 1U);
    EXPECT_EQ(table.size(), 3U);
}

TEST(BagTable, TellsBagsWithEqualHashesApart) {
    BagTable table;
    for (std::uint32_t i = 0; i < 500; ++i) ASSERT_EQ(table.add(Bag{{i, i + 1}}, 42), i);
    for (std::uint32_t i = 0; i < 500; ++i) ASSERT_EQ(table.add(Bag{{i, i + 1}}, 42), i);
    EXPECT_EQ(table.size(), 500U);
}

TEST(BagTable, KeepsItsBagsWhileItGrows) {
    BagTable table;
    for (std::uint32_t i = 0; i < 5000; ++i) ASSERT_EQ(table.add(Bag{{i % 7, i}, {9, 1}}), i);
    for (std::uint32_t i = 0; i < 5000; ++i) {
        ASSERT_EQ(table.bag(i).size(), 2U);
        ASSERT_EQ(table.bag(i)[0], (LabelCount{i % 7, i}));
        ASSERT_EQ(table.add(Bag{{i % 7, i}, {9, 1}}), i);
    }
}

}  // namespace
}  // namespace dhgak
