// SPDX-License-Identifier: MIT
#include "slice/sequences.h"

#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "slice/algorithm1.h"
#include "slice/slice_cases.h"
#include "support/graphs.h"

namespace dhgak {
namespace {

using namespace testing_support;

Tokens copy(std::span<const std::uint32_t> tokens) { return {tokens.begin(), tokens.end()}; }

// u1(1)-a(2), u1-b(4), u1-c(3), a-d(3), b-e(1)
Dataset figure3() {
    return make_dataset(
        {{.labels = {1, 2, 4, 3, 3, 1}, .edges = {{0, 1}, {0, 2}, {0, 3}, {1, 4}, {2, 5}}}});
}

TEST(SequenceWriter, WritesTheSlicesOfThePapersFigure3) {
    const Dataset dataset = figure3();
    const Slices slices = cut_slices(dataset, {.H = 2, .b = 1});
    SequenceWriter writer(slices, 0);
    EXPECT_EQ(copy(writer.labels(0, 0)), (Tokens{1, 2, 4, 3}));
    EXPECT_EQ(copy(writer.labels(0, 1)), (Tokens{2, 1, 3, 4, 1, 1, 3, 1}));
    EXPECT_EQ(copy(writer.nodes(0, 1)), (Tokens{1, 0, 4, 2, 0, 5, 3, 0}));
}

TEST(SequenceWriter, TreatsShortHopsAndHop0AsAsked) {
    const Dataset dataset = figure3();
    const Slices repeat = cut_slices(dataset, {.H = 5, .b = 1, .hop0 = FirstSlice::label});
    SequenceWriter repeating(repeat, 0);
    EXPECT_EQ(copy(repeating.labels(0, 0)), (Tokens{1}));
    EXPECT_EQ(copy(repeating.labels(0, 2)), (Tokens{1, 4, 3, 2}));  // e and d, e's label is less
    EXPECT_EQ(copy(repeating.labels(0, 5)), (Tokens{1, 4, 3, 2}));

    const Slices empty = cut_slices(dataset, {.H = 5, .b = 1, .short_hops = ShortHops::empty});
    SequenceWriter stopping(empty, 0);
    EXPECT_EQ(copy(stopping.labels(0, 0)), (Tokens{1, 2, 4, 3}));
    EXPECT_EQ(copy(stopping.labels(0, 2)), (Tokens{1, 4, 3, 2}));
    EXPECT_TRUE(stopping.labels(0, 3).empty());
}

TEST(SequenceWriter, FollowsAlgorithm1) {
    const Dataset dataset = make_dataset(varied_graphs());
    for (const SliceOptions& options : varied_options()) {
        const Slices slices = cut_slices(dataset, options);
        for (std::size_t g = 0; g < dataset.num_graphs(); ++g) {
            SequenceWriter writer(slices, g);
            const auto size = static_cast<std::uint32_t>(dataset.graph(g).num_nodes());
            for (std::uint32_t v = 0; v < size; v += 1 + size / 8)
                for (int h = 0; h <= options.H; ++h)
                    ASSERT_EQ(copy(writer.nodes(v, h)), plain_slice(slices, g, v, h))
                        << "graph " << g << ", node " << v << ", hop " << h;
        }
    }
}

TEST(SequenceWriter, CutsAfterSoManyTokens) {
    const Dataset dataset = make_dataset(varied_graphs());
    const Slices slices = cut_slices(dataset, {.H = 3, .b = 2});
    for (std::size_t g = 0; g < dataset.num_graphs(); ++g) {
        SequenceWriter writer(slices, g);
        if (dataset.graph(g).num_nodes() == 0) continue;
        for (int h = 0; h <= 3; ++h) {
            const Tokens whole = copy(writer.labels(0, h));
            for (const std::size_t limit : {0, 1, 5, 33, 100000}) {
                Tokens start = whole;
                start.resize(std::min(limit, whole.size()));
                EXPECT_EQ(copy(writer.labels(0, h, limit)), start);
            }
        }
    }
}

TEST(SequenceWriter, DoesNotDependOnTheOrderOfQuestions) {
    Random random(3);
    const Dataset dataset = make_dataset({random_graph(random, 90, 3.0, 4)});
    const Slices slices = cut_slices(dataset, {.H = 4, .b = 1});
    SequenceWriter writer(slices, 0);
    for (int i = 0; i < 300; ++i) {
        const auto v = static_cast<std::uint32_t>(random.below(90));
        const auto h = static_cast<int>(random.below(5));
        ASSERT_EQ(copy(writer.nodes(v, h)), plain_slice(slices, 0, v, h));
    }
    SequenceWriter moved = std::move(writer);
    EXPECT_EQ(copy(moved.nodes(5, 4)), plain_slice(slices, 0, 5, 4));
}

}  // namespace
}  // namespace dhgak
