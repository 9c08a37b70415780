// SPDX-License-Identifier: MIT
#include "graph/lost_digits.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/graphs.h"
#include "support/log_watch.h"

namespace dhgak {
namespace {

// What is said of one column of attributes.
std::vector<std::string> warnings_of(const std::vector<float>& column) {
    Dataset dataset = testing_support::make_dataset(
        {testing_support::path_graph(static_cast<std::uint32_t>(column.size()))});
    dataset.attributes = Matrix(column.size(), 1);
    std::ranges::copy(column, dataset.attributes.values().begin());
    const LogWatch watch;
    warn_of_lost_digits(dataset);
    return watch.warnings;
}

TEST(LostDigits, AreSaidOfLargeValuesThatHardlyDiffer) {
    const std::vector<std::string> said = warnings_of({1.7e9f, 1.7e9f + 128, 1.7e9f + 256});
    ASSERT_EQ(said.size(), 1U);
    EXPECT_NE(said[0].find("attribute 1 lies between 1.7e+09 and 1.70000026e+09"),
              std::string::npos)
        << said[0];
    EXPECT_EQ(warnings_of({-1e6f, -1e6f + 1}).size(), 1U);
    EXPECT_EQ(warnings_of({1.7e9f, 1.7e9f}).size(), 1U);
}

TEST(LostDigits, AreNoneWhereDifferencesAreKept) {
    for (const std::vector<float>& column : {std::vector<float>{0, 1.7e9f},
                                             {1e6f, 1.1e6f},
                                             {1000, 1001},
                                             {7, 7},
                                             {0, 0},
                                             {1e6f, 1e6f}})
        EXPECT_TRUE(warnings_of(column).empty()) << column[0] << " " << column[1];
}

}  // namespace
}  // namespace dhgak
