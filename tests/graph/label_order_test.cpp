// SPDX-License-Identifier: MIT
#include "graph/label_order.h"

#include <gtest/gtest.h>

namespace dhgak {
namespace {

using Names = std::vector<std::string>;

Names sorted(Names names) {
    sort_label_names(names);
    return names;
}

TEST(LabelOrder, PutsNumbersByValueBeforeTexts) {
    EXPECT_EQ(sorted({"C", "10", "9", "-3", "Br", "0"}), (Names{"-3", "0", "9", "10", "Br", "C"}));
}

TEST(LabelOrder, ComparesRowsColumnByColumn) {
    EXPECT_EQ(sorted({"10,1", "9,2", "-3,5", "9,-1", "9", "9,2,0"}),
              (Names{"-3,5", "9", "9,-1", "9,2", "9,2,0", "10,1"}));
}

TEST(LabelOrder, TakesForNumbersOnlyWhatIsWrittenAsUsual) {
    const Names texts = {"", "+1", ",", "-", "-0", "007", "0x1", "1,", "1.0", "9223372036854775808",
                         "C"};
    Names names = texts;
    names.push_back("9223372036854775807");
    Names expected = {"9223372036854775807"};
    expected.insert(expected.end(), texts.begin(), texts.end());
    EXPECT_EQ(sorted(names), expected);
}

TEST(LabelOrder, TellsWhereEachNameWent) {
    Names names = {"b", "2", "a", "1"};
    EXPECT_EQ(sort_label_names(names), (std::vector<std::uint32_t>{3, 1, 2, 0}));
    EXPECT_EQ(names, (Names{"1", "2", "a", "b"}));
}

}  // namespace
}  // namespace dhgak
