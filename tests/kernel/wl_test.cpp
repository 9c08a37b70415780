// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "dhgak/core/error.h"
#include "kernel/color_texts.h"
#include "kernel/edge_labelled.h"
#include "kernel/fit.h"
#include "kernels/registry.h"
#include "support/graphs.h"

namespace dhgak {
namespace {

using namespace testing_support;

double sum_of_pairs(const ColorTexts& a, const ColorTexts& b) {
    int sum = 0;
    for (std::size_t u = 0; u < a[0].size(); ++u)
        for (std::size_t v = 0; v < b[0].size(); ++v) sum += shared_rounds(a, u, b, v);
    return sum;
}

double best_assignment(const ColorTexts& a, const ColorTexts& b) {
    if (a[0].size() > b[0].size()) return best_assignment(b, a);
    std::vector<std::size_t> partners(b[0].size());
    std::iota(partners.begin(), partners.end(), 0U);
    int best = 0;
    do {
        int sum = 0;
        for (std::size_t u = 0; u < a[0].size(); ++u) sum += shared_rounds(a, u, b, partners[u]);
        best = std::max(best, sum);
    } while (std::ranges::next_permutation(partners).found);
    return best;
}

using Definition = double (*)(const ColorTexts&, const ColorTexts&);

struct WlCase {
    const char* kernel;
    Definition value;
    int rounds;
    bool edges;
    std::size_t most_nodes;
};

class WlKernels : public testing::TestWithParam<WlCase> {
protected:
    static double expected(const Dataset& dataset, std::size_t g, std::size_t f) {
        const auto texts = [&](std::size_t graph) {
            return color_texts(dataset, graph, GetParam().rounds, GetParam().edges);
        };
        const auto value = [&](std::size_t a, std::size_t b) {
            return GetParam().value(texts(a), texts(b));
        };
        return value(g, f) / std::sqrt(value(g, g) * value(f, f));
    }
};

TEST_P(WlKernels, AreWhatTheirDefinitionSays) {
    const Dataset dataset = edge_labelled_graphs(20, GetParam().most_nodes, 2, 1);
    const GramMatrix gram = fit(GetParam().kernel, dataset)->gram();
    for (std::size_t g = 0; g < 20; ++g)
        for (std::size_t f = g; f < 20; ++f)
            EXPECT_NEAR(gram(g, f), expected(dataset, g, f), 1e-12) << g << ' ' << f;
}

// What new graphs have and training graphs have not makes them longer, as if all had been known.
TEST_P(WlKernels, OfNewGraphsAreWhatTheirDefinitionSays) {
    const Dataset all = edge_labelled_graphs(24, GetParam().most_nodes, 3, 2);
    std::vector<std::size_t> first(8), rest(16);
    std::iota(first.begin(), first.end(), 0U);
    std::iota(rest.begin(), rest.end(), 8U);
    const auto fitted = fit(GetParam().kernel, subset(all, first));
    NewGraphNotes notes;
    const CrossGram cross = fitted->against_training(subset(all, rest), notes);
    for (std::size_t g = 0; g < 16; ++g)
        for (std::size_t t = 0; t < 8; ++t)
            EXPECT_NEAR(cross.row(g)[t], expected(all, 8 + g, t), 1e-12) << g << ' ' << t;
}

INSTANTIATE_TEST_SUITE_P(Brute, WlKernels,
                         testing::Values(WlCase{"vertex-histogram", sum_of_pairs, 0, false, 9},
                                         WlCase{"wl", sum_of_pairs, 5, false, 9},
                                         WlCase{"wl:rounds=2", sum_of_pairs, 2, false, 9},
                                         WlCase{"wl:rounds=3,edges=yes", sum_of_pairs, 3, true, 9},
                                         WlCase{"wl-oa:rounds=3", best_assignment, 3, false, 5},
                                         WlCase{"wl-oa:rounds=2,edges=yes", best_assignment, 2,
                                                true, 5}));

TEST(Wl, KeepsIsolatedNodesInEveryRound) {
    const PlainGraph lone = {.labels = {0}, .edges = {}};
    const PlainGraph two = {.labels = {0, 1}, .edges = {}};
    for (const char* kernel : {"wl:rounds=0", "wl:rounds=4", "wl-oa:rounds=4"})
        EXPECT_NEAR(fit(kernel, make_dataset({lone, two}))->gram()(0, 1), std::sqrt(0.5), 1e-12)
            << kernel;
}

// Paths of 2 and 3 equal nodes: 2 * 3 pairs alike at first, then 2 * 2, the ends.
TEST(Wl, CountsPairsOfEqualNodes) {
    const Dataset dataset = make_dataset({path_graph(2), path_graph(3)});
    const auto gram = fit("wl:rounds=1", dataset)->gram();
    EXPECT_NEAR(gram(0, 1), (6 + 4) / std::sqrt((4 + 4) * (9 + 4 + 1)), 1e-12);
    EXPECT_NEAR(fit("wl-oa:rounds=1", dataset)->gram()(0, 1), (2 + 2) / std::sqrt(4 * 6), 1e-12);
}

TEST(Wl, SeesEdgeLabelsWhereAskedOnly) {
    DatasetBuilder builder("bonds");
    for (const char* bond : {"single", "double"})
        builder.add_graph({.labels = {"C", "C"}, .edges = {{0, 1}}, .edge_labels = {bond}});
    const Dataset dataset = builder.build();
    EXPECT_NEAR(fit("wl:rounds=1", dataset)->gram()(0, 1), 1, 1e-12);
    EXPECT_NEAR(fit("wl:rounds=1,edges=yes", dataset)->gram()(0, 1), 0.5, 1e-12);
    EXPECT_FALSE(traits_of(Spec::parse("wl")).uses_edge_labels);
    EXPECT_TRUE(traits_of(Spec::parse("wl:edges=yes")).uses_edge_labels);
    EXPECT_FALSE(traits_of(Spec::parse("gwl:edges=yes,rounds=0")).uses_edge_labels);
}

// Two nodes of a label that training never saw: one kind for the inner product, so 2^2.
TEST(Wl, CountsUnseenNodesOfOneColourAsOneKind) {
    const auto fitted = fit("vertex-histogram", make_dataset({{.labels = {0}, .edges = {}}}));
    NewGraphNotes notes;
    const PlainGraph fresh = {.labels = {0, 7, 7}, .edges = {}};
    EXPECT_NEAR(fitted->against_training(make_dataset({fresh}), notes).values.front(),
                1 / std::sqrt(1 + 4), 1e-12);
    EXPECT_EQ(notes.unmatched_things, 2U);
}

TEST(Wl, RefusesOptionsOutOfRange) {
    for (const char* kernel :
         {"wl:rounds=-1", "wl:rounds=101", "wl-oa:rounds=few", "wl:edges=maybe", "wl:depth=3"})
        EXPECT_THROW(make_kernel(Spec::parse(kernel), {}), ConfigError) << kernel;
}

TEST(Wl, SharesItsCountsWithTheAssignmentKernel) {
    const auto parts = [](const char* kernel) {
        return make_kernel(Spec::parse(kernel), {})->shared_parts();
    };
    EXPECT_EQ(parts("wl:rounds=3"), parts("wl-oa:rounds=3"));
    EXPECT_NE(parts("wl:rounds=3"), parts("wl:rounds=3,edges=yes"));
}

}  // namespace
}  // namespace dhgak
