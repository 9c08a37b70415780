// SPDX-License-Identifier: MIT
// A journal is plain text: a line that no run can have written must not choose.
#include "search/entry.h"

#include <gtest/gtest.h>

#include "dhgak/core/error.h"

namespace dhgak {
namespace {

const std::vector<std::uint32_t> kClasses = {0, 1, 0, 1};
const std::vector<double> kC = {0.1, 10};

std::vector<OuterFold> make_folds() {
    std::vector<OuterFold> folds(2);
    folds[0].split = {.train = {0, 1}, .test = {2, 3}};
    folds[1].split = {.train = {2, 3}, .test = {0, 1}};
    for (OuterFold& fold : folds) fold.choosing = fold.split.train;
    return folds;
}

std::string line_with(const std::string& field, const std::string& value) {
    std::string line =
        R"({"point":{"H":1},"folds":[{"fold":0,"inner_right":2,"inner_score":1.0,"C":10.0,)"
        R"("predicted":[0,1],"decisions":[-1.0,0.5]}]})";
    if (field.empty()) return line;
    const std::size_t start = line.find("\"" + field + "\":") + field.size() + 3;
    const std::size_t end =
        line[start] == '[' ? line.find(']', start) + 1 : line.find_first_of(",}", start);
    return line.replace(start, end - start, value);
}

std::string refusal_of(const std::string& line) {
    try {
        read_entry(line, "j:2", make_folds(), kClasses, kC);
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

TEST(Entry, IsTakenAsItWasWritten) {
    const Entry entry = read_entry(line_with("", ""), "j:2", make_folds(), kClasses, kC);
    EXPECT_EQ(entry.results.inner[0].right, 2U);
    EXPECT_EQ(entry.results.inner[0].C, 10);
    EXPECT_EQ(entry.results.outer[0].accuracy(), 1);
    EXPECT_EQ(entry.results.inner[1].C, 0);
}

TEST(Entry, IsRefusedWhereNoRunCanHaveWrittenIt) {
    const std::vector<std::pair<std::string, std::string>> edits = {
        {"inner_score", "2"},
        {"inner_score", "1e308"},
        {"inner_score", "-0.5"},
        {"inner_score", "null"},
        {"inner_right", "3"},
        {"inner_right", "4611686018427387904"},
        {"inner_right", "-1"},
        {"C", "-1"},
        {"C", "0"},
        {"C", "1"},
        {"C", "\"10\""},
        {"fold", "2"},
        {"fold", "-1"},
        {"predicted", "[0,2]"},
        {"predicted", "[0]"},
        {"predicted", "[0,-1]"},
        {"predicted", "[0,0.5]"},
        {"decisions", "[1.0]"},
        {"decisions", "[1,null]"},
        {"decisions", "[1,\"x\"]"}};
    for (const auto& [field, value] : edits) {
        const std::string refusal = refusal_of(line_with(field, value));
        EXPECT_TRUE(refusal.starts_with("j:2: folds[0]." + field) ||
                    refusal.starts_with("j:2: folds[0]: has no '" + field))
            << field << " " << value << ": " << refusal;
    }
}

}  // namespace
}  // namespace dhgak
