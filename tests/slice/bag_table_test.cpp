// SPDX-License-Identifier: MIT
#include "slice/bags/bag_table.h"

#include <vector>

#include <gtest/gtest.h>

namespace dhgak {
namespace {

using Bag = std::vector<LabelCount>;

std::uint32_t add(BagTable& table, const Bag& bag) { return table.add(bag, hash_bag(bag)); }

TEST(BagTable, GivesEqualBagsTheSameNumber) {
    BagTable table;
    EXPECT_EQ(add(table, Bag{{1, 2}, {3, 1}}), 0U);
    EXPECT_EQ(add(table, Bag{}), 1U);
    EXPECT_EQ(add(table, Bag{{1, 2}}), 2U);
    EXPECT_EQ(add(table, Bag{{1, 2}, {3, 1}}), 0U);
    EXPECT_EQ(add(table, Bag{}), 1U);
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
    for (std::uint32_t i = 0; i < 5000; ++i) ASSERT_EQ(add(table, Bag{{i % 7, i}, {9, 1}}), i);
    for (std::uint32_t i = 0; i < 5000; ++i) {
        ASSERT_EQ(table.list(i).size(), 2U);
        ASSERT_EQ(table.list(i)[0], (LabelCount{i % 7, i}));
        ASSERT_EQ(add(table, Bag{{i % 7, i}, {9, 1}}), i);
    }
    const Bag absent = {{7, 7}};
    EXPECT_EQ(table.find(absent, hash_bag(absent)), BagTable::kNone);
}

}  // namespace
}  // namespace dhgak
