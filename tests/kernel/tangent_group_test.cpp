// SPDX-License-Identifier: MIT
#include "kernels/tangents/tangent_group.h"

#include <vector>

#include <gtest/gtest.h>

#include "dhgak/core/error.h"
#include "graph/wl_colors.h"
#include "kernels/tangents/group_comparison.h"
#include "support/graphs.h"

namespace dhgak {
namespace {

using namespace testing_support;

std::vector<TangentGraph> prepare_all(const Dataset& data, const TangentOptions& options) {
    WlColors colors;
    const WlColoring coloring(data, {.rounds = options.blocks}, &colors);
    std::vector<TangentGraph> graphs;
    for (std::size_t g = 0; g < data.num_graphs(); ++g)
        graphs.push_back(prepare(data.graph(g), colors, options));
    return graphs;
}

// The kernel of all pairs of graphs, not normalised.
PaddedMatrix compare_all(const std::vector<TangentGroup>& groups, std::size_t num_graphs,
                         const TangentOptions& options) {
    PaddedMatrix gram(num_graphs, num_graphs);
    const std::vector<int> levels = {static_cast<int>(options.blocks)};
    Allowance allowance({}, 1);
    GroupComparison comparison(options, levels, allowance);
    for (const TangentGroup& a : groups)
        for (const TangentGroup& b : groups)
            comparison.run(a, b, [&](std::size_t, const PaddedMatrix& values) {
                for (std::size_t i = 0; i < a.num_graphs; ++i)
                    for (std::size_t j = 0; j < b.num_graphs; ++j)
                        gram.row(a.first_graph + i)[b.first_graph + j] = values.row(i)[j];
            });
    return gram;
}

TEST(TangentGroups, GiveTheSameKernelHoweverTheyAreCut) {
    const Dataset data = make_dataset(random_graphs(40, 1, {0, 9, 2.2, 3}));
    for (const bool attention : {false, true}) {
        const TangentOptions options = {.attention = attention};
        const std::vector<TangentGraph> graphs = prepare_all(data, options);
        const auto one =
            make_groups(graphs, options, {.most_classes = 100000, .most_nodes = 100000});
        ASSERT_EQ(one.size(), 1U);
        const PaddedMatrix expected = compare_all(one, graphs.size(), options);
        for (std::size_t g = 0; g < graphs.size(); ++g)
            EXPECT_NEAR(expected.row(g)[g], graphs[g].own.back(), 1e-9 * graphs[g].own.back());
        for (const std::size_t most : {1, 20, 60}) {
            const auto groups =
                make_groups(graphs, options, {.most_classes = most, .most_nodes = most});
            EXPECT_GT(groups.size(), 2U);
            const PaddedMatrix gram = compare_all(groups, graphs.size(), options);
            for (std::size_t g = 0; g < graphs.size(); ++g)
                for (std::size_t f = 0; f < graphs.size(); ++f)
                    EXPECT_NEAR(gram.row(g)[f], expected.row(g)[f], 1e-9 * expected.row(g)[f]);
        }
    }
}

TEST(GroupComparison, GivesUpWhenItsTimeIsOver) {
    const TangentOptions options;
    const Dataset data = make_dataset(random_graphs(5, 2, {2, 9, 2.2, 3}));
    const std::vector<TangentGroup> groups = make_groups(prepare_all(data, options), options);
    const std::vector<int> levels = {static_cast<int>(options.blocks)};
    Allowance allowance({"test", 1e-9}, 1);
    GroupComparison comparison(options, levels, allowance);
    EXPECT_THROW(
        comparison.run(groups.front(), groups.front(), [](std::size_t, const PaddedMatrix&) {}),
        Error);
}

TEST(TangentGroups, ShareClassesWithoutAttentionOnly) {
    const Dataset data = make_dataset({cycle_graph(5), cycle_graph(7), path_graph(3)});
    const auto num_classes = [&](const TangentOptions& options) {
        const std::vector<TangentGroup> groups = make_groups(prepare_all(data, options), options);
        std::vector<std::size_t> sizes;
        for (const GroupRound& round : groups.front().rounds) sizes.push_back(round.size);
        return sizes;
    };
    // Nodes of both cycles and the middle of the path, until it sees its ends; those.
    EXPECT_EQ(num_classes({.blocks = 2}), (std::vector<std::size_t>{1, 2, 3}));
    EXPECT_EQ(num_classes({.blocks = 2, .attention = true}), (std::vector<std::size_t>{3, 4, 4}));
}

}  // namespace
}  // namespace dhgak
