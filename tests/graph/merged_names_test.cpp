// SPDX-License-Identifier: MIT
#include "graph/merged_names.h"

#include <gtest/gtest.h>

namespace dhgak {
namespace {

using Names = std::vector<std::string>;

TEST(MergedNames, AreInTheOrderOfLabelsWhateverTheOrderOfTheParts) {
    const Names first = {"10", "C"}, second = {"2", "10", "-1"};
    const std::vector<std::span<const std::string>> lists = {first, second};
    const MergedNames merged = merge_names(lists);
    EXPECT_EQ(merged.names, (Names{"-1", "2", "10", "C"}));
    EXPECT_EQ(merged.number_of, (std::vector<std::vector<std::uint32_t>>{{2, 3}, {1, 2, 0}}));
    const std::vector<std::span<const std::string>> reversed = {second, first};
    EXPECT_EQ(merge_names(reversed).names, merged.names);
}

TEST(MergedNames, OfMergedPartsAreThoseOfAllParts) {
    const Names a = {"N", "7"}, b = {"7", "O"}, c = {"C", "-3", "N"};
    const std::vector<std::span<const std::string>> all = {a, b, c}, pair = {b, c};
    const Names later = merge_names(pair).names;
    const std::vector<std::span<const std::string>> grouped = {a, later};
    EXPECT_EQ(merge_names(grouped).names, merge_names(all).names);
}

TEST(MergedNames, OfNothingAreNone) { EXPECT_TRUE(merge_names({}).names.empty()); }

}  // namespace
}  // namespace dhgak
