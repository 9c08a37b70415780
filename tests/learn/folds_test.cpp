// SPDX-License-Identifier: MIT
#include "dhgak/learn/folds.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/random.h"
#include "dhgak/core/error.h"

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

TEST(StratifiedSample, HasEachClassWithItsShare) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const auto classes = random_classes(20 + 7 * seed, 5, seed);
        const std::size_t size = 1 + seed * 3;
        const auto sample = stratified_sample(classes, size, seed);
        ASSERT_EQ(sample.size(), std::min(size, classes.size()));
        ASSERT_TRUE(std::ranges::is_sorted(sample, std::less_equal()));  // none twice
        ASSERT_LT(sample.back(), classes.size());
        for (std::uint32_t c = 0; c < 5; ++c) {
            const auto chosen = std::ranges::count_if(
                sample, [&](std::size_t member) { return classes[member] == c; });
            const double share = static_cast<double>(std::ranges::count(classes, c)) *
                                 static_cast<double>(sample.size()) /
                                 static_cast<double>(classes.size());
            EXPECT_LT(std::abs(static_cast<double>(chosen) - share), 1);
        }
    }
}

TEST(StratifiedSample, DependsOnTheSeedAlone) {
    const auto classes = random_classes(100, 3, 1);
    EXPECT_EQ(stratified_sample(classes, 10, 5), stratified_sample(classes, 10, 5));
    EXPECT_NE(stratified_sample(classes, 10, 5), stratified_sample(classes, 10, 6));
}

TEST(GroupFolds, KeepGroupsTogetherAndClassesEven) {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        const auto classes = random_classes(300, 3, seed);
        Random random(seed);
        std::vector<std::uint32_t> groups(300);
        for (std::uint32_t& group : groups) group = static_cast<std::uint32_t>(random.below(150));
        const auto folds = stratified_group_folds(classes, groups, 10, seed);
        EXPECT_EQ(folds, stratified_group_folds(classes, groups, 10, seed));
        std::vector<int> sizes(10), first_class(10);
        for (std::size_t i = 0; i < 300; ++i) {
            ASSERT_LT(folds[i], 10U);
            ++sizes[folds[i]];
            first_class[folds[i]] += classes[i] == 0;
            for (std::size_t j = 0; j < i; ++j)
                EXPECT_TRUE(groups[i] != groups[j] || folds[i] == folds[j]) << i << ' ' << j;
        }
        EXPECT_LE(std::ranges::max(sizes) - std::ranges::min(sizes), 8) << seed;
        EXPECT_LE(std::ranges::max(first_class) - std::ranges::min(first_class), 6) << seed;
    }
}

TEST(GroupFolds, AreEvenWhereGroupsAreSingle) {
    const auto classes = random_classes(100, 2, 1);
    std::vector<std::uint32_t> groups(100);
    for (std::uint32_t i = 0; i < 100; ++i) groups[i] = 99 - i;
    const auto folds = stratified_group_folds(classes, groups, 10, 0);
    std::vector<int> ones(10), zeros(10);
    for (std::size_t i = 0; i < 100; ++i) ++(classes[i] == 1 ? ones : zeros)[folds[i]];
    expect_even(ones);
    expect_even(zeros);
    EXPECT_NE(folds, stratified_group_folds(classes, groups, 10, 1));
}

class SplitsFile {
public:
    explicit SplitsFile(const std::string& text)
        : path_(std::filesystem::temp_directory_path() / "dhgak_folds_test_splits") {
        std::ofstream(path_) << text;
    }
    ~SplitsFile() { std::filesystem::remove(path_); }

    std::vector<Split> read(std::size_t num_graphs) const { return read_splits(path_, num_graphs); }
    std::string error(std::size_t num_graphs) const {
        try {
            read(num_graphs);
        } catch (const InputError& error) {
            return error.what();
        }
        return "";
    }

private:
    std::filesystem::path path_;
};

TEST(Splits, AreReadAsFoldNumbers) {
    const auto splits = SplitsFile(
                            "\xEF\xBB\xBF"
                            "0\n1\r\n 2 \n1\n0\n\n")
                            .read(5);
    ASSERT_EQ(splits.size(), 3U);
    EXPECT_EQ(splits[1].train, (std::vector<std::size_t>{0, 2, 4}));
    EXPECT_EQ(splits[1].test, (std::vector<std::size_t>{1, 3}));
}

TEST(Splits, AreReadAsLists) {
    const auto splits = SplitsFile(R"([{"train": [4, 0], "test": [1]},
                       {"test": [0, 2], "model_selection": [{"train": [3], "validation": [1]}]}])")
                            .read(5);
    ASSERT_EQ(splits.size(), 2U);
    EXPECT_EQ(splits[0].train, (std::vector<std::size_t>{0, 4}));
    EXPECT_EQ(splits[0].test, (std::vector<std::size_t>{1}));
    EXPECT_EQ(splits[1].train, (std::vector<std::size_t>{1, 3}));
    EXPECT_EQ(splits[1].test, (std::vector<std::size_t>{0, 2}));
}

TEST(Splits, SayWhatIsWrongAndWhere) {
    const auto expect_error = [](const char* text, const char* part) {
        const std::string error = SplitsFile(text).error(3);
        EXPECT_NE(error.find(part), std::string::npos) << text << " gave: " << error;
    };
    expect_error("", "empty");
    expect_error("0\n1\n", "2 lines, but there are 3 graphs");
    expect_error("0\n1\n-1\n", ":3: '-1'");
    expect_error("0\none\n1\n", ":2: 'one'");
    expect_error("0\n0\n0\n", "all graphs are in fold 0");
    expect_error("0\n2\n2\n", "no graph is in fold 1");
    expect_error("[1, 2", "not valid JSON");
    expect_error("{}", "a list of splits");
    expect_error("[]", "a list of splits");
    expect_error("[3]", "split 0 must be an object");
    expect_error(R"([{"train": [0]}])", "\"test\" must be a list");
    expect_error(R"([{"train": [0], "test": [3]}])", "from 0 to 2");
    expect_error(R"([{"train": [0], "test": [-1]}])", "from 0 to 2");
    expect_error(R"([{"train": [0, 1], "test": [1]}])", "graph 1 twice");
    expect_error(R"([{"train": [], "test": [1]}])", "both not empty");
    expect_error(R"([{"test": [1], "model_selection": 4}])", "a list of objects");
    expect_error(R"([{"test": [1], "model_selection": [{"train": [0], "validation": [2]},
                                                       {"train": [0], "validation": []}]}])",
                 "the same graphs");
    EXPECT_THROW(read_splits("no/such/file", 3), InputError);
}

}  // namespace
}  // namespace dhgak
