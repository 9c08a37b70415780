// SPDX-License-Identifier: MIT
#include "dhgak/learn/folds.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "dhgak/core/error.h"
#include "dhgak/core/random.h"

namespace dhgak {
namespace {

std::vector<std::uint32_t> random_classes(std::size_t size, std::uint32_t num_classes,
                                          std::uint64_t seed) {
    Random random(seed);
    std::vector<std::uint32_t> classes(size);
    for (std::uint32_t& c : classes)  // uneven on purpose
        c = static_cast<std::uint32_t>(random.below(1 + random.below(num_classes)));
    return classes;
}

void expect_even(const std::vector<int>& counts) {
    EXPECT_LE(std::ranges::max(counts) - std::ranges::min(counts), 1);
}

TEST(Folds, AreEvenOverallAndInEachClass) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const std::size_t num_folds = 2 + seed % 9;
        const auto classes = random_classes(20 + 7 * seed, 5, seed);
        const auto folds = stratified_folds(classes, num_folds, seed);
        ASSERT_EQ(folds.size(), classes.size());
        std::vector<int> sizes(num_folds);
        std::vector<std::vector<int>> shares(5, std::vector<int>(num_folds));
        for (std::size_t i = 0; i < folds.size(); ++i) {
            ASSERT_LT(folds[i], num_folds);
            ++sizes[folds[i]];
            ++shares[classes[i]][folds[i]];
        }
        expect_even(sizes);
        for (const std::vector<int>& share : shares) expect_even(share);
    }
}

TEST(Folds, DependOnTheSeedAlone) {
    const auto classes = random_classes(100, 3, 1);
    EXPECT_EQ(stratified_folds(classes, 10, 5), stratified_folds(classes, 10, 5));
    EXPECT_NE(stratified_folds(classes, 10, 5), stratified_folds(classes, 10, 6));
}

TEST(Folds, AreShuffled) {
    // A member's fold says nothing about its neighbours': all pairs of folds follow each other.
    const std::vector<std::uint32_t> classes(4000);
    const auto folds = stratified_folds(classes, 4, 7);
    std::vector<int> follows(16);
    for (std::size_t i = 1; i < folds.size(); ++i) ++follows[folds[i - 1] * 4 + folds[i]];
    for (const int count : follows) EXPECT_NEAR(count, 250, 80);
}

TEST(Folds, SplitIntoTrainAndTest) {
    const Split split = split_at(std::vector<std::uint32_t>{0, 1, 2, 1, 0}, 1);
    EXPECT_EQ(split.train, (std::vector<std::size_t>{0, 2, 4}));
    EXPECT_EQ(split.test, (std::vector<std::size_t>{1, 3}));
}

TEST(Folds, MustBeAtLeastOne) {
    EXPECT_THROW(stratified_folds(std::vector<std::uint32_t>{0, 1}, 0, 0), ConfigError);
}

}  // namespace
}  // namespace dhgak
