// SPDX-License-Identifier: MIT
#include "learn/ranking.h"

#include <gtest/gtest.h>

namespace dhgak {
namespace {

TEST(Ranks, GiveTheLargestScoreOneAndEqualsTheirMean) {
    EXPECT_EQ(ranks_of(std::vector{0.7, 0.9, 0.7, 0.5}), (std::vector{2.5, 1.0, 2.5, 4.0}));
    EXPECT_TRUE(ranks_of({}).empty());
}

TEST(Ranks, AreSharedByScoresThatDifferByRounding) {
    EXPECT_EQ(ranks_of(std::vector<double>{0.1 + 0.2, 0.9, 0.3}),
              (std::vector<double>{2.5, 1, 2.5}));
}

TEST(Ranks, AddUpToTheSame) {
    for (const std::vector<double>& scores :
         {std::vector{3.0, 1.0, 2.0, 0.0}, std::vector{1.0, 1.0, 1.0, 1.0},
          std::vector{2.0, 1.0, 2.0, 1.0}}) {
        double sum = 0;
        for (const double rank : ranks_of(scores)) sum += rank;
        EXPECT_EQ(sum, 10);
    }
}

// Worked by hand: 0.01 * 4, 0.013 * 3 = 0.039 raised to 0.04, 0.03 * 2, 0.04 * 1 raised to 0.06.
TEST(HolmCorrection, MultipliesByWhatIsLeftAndNeverFalls) {
    const std::vector<double> corrected = holm_corrected(std::vector{0.03, 0.01, 0.04, 0.013});
    const std::vector<double> expected = {0.06, 0.04, 0.06, 0.04};
    for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(corrected[i], expected[i], 1e-15);
}

TEST(HolmCorrection, EndsAtOne) {
    EXPECT_EQ(holm_corrected(std::vector{0.9, 0.6}), (std::vector{1.0, 1.0}));
}

// Demsar (2006), section 3.2.2: four classifiers on 14 datasets, 2.569 sqrt(4 * 5 / (6 * 14)).
TEST(CriticalDifference, IsThatOfDemsarsExample) {
    EXPECT_NEAR(critical_difference(4, 14), 1.25, 0.005);
}

TEST(CriticalDifference, IsZeroWhereThereIsNone) {
    EXPECT_EQ(critical_difference(1, 5), 0);
    EXPECT_EQ(critical_difference(31, 5), 0);
    EXPECT_EQ(critical_difference(3, 0), 0);
    EXPECT_GT(critical_difference(30, 5), 0);
}

}  // namespace
}  // namespace dhgak
