// SPDX-License-Identifier: MIT
#include "core/random.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

namespace dhgak {
namespace {

TEST(Random, HasTheStreamOfSplitMix64) {
    Random random(1234567);
    EXPECT_EQ(random.next(), 6457827717110365317ULL);
    EXPECT_EQ(random.next(), 3203168211198807973ULL);
}

TEST(Random, DrawsEvenlyBelowABound) {
    Random random(1);
    std::vector<int> counts(7);
    for (int i = 0; i < 70000; ++i) ++counts[random.below(7)];
    for (const int count : counts) EXPECT_NEAR(count, 10000, 500);
}

TEST(Random, ShufflesWithoutLosingAnything) {
    Random random(1);
    std::vector<int> values = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    const std::vector<int> before = values;
    random.shuffle(values);
    EXPECT_NE(values, before);
    std::ranges::sort(values);
    EXPECT_EQ(values, before);
}

TEST(Random, DerivesSeedsThatDoNotCollide) {
    std::set<std::uint64_t> seeds;
    for (std::uint64_t seed = 0; seed < 10; ++seed)
        for (std::uint64_t hop = 0; hop < 10; ++hop)
            for (std::uint64_t t = 0; t < 10; ++t) seeds.insert(derive_seed(seed, {hop, t}));
    EXPECT_EQ(seeds.size(), 1000U);
}

}  // namespace
}  // namespace dhgak
