// SPDX-License-Identifier: MIT
#include "slice/centrality.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "slice/centrality/perron.h"
#include "support/graphs.h"

namespace dhgak {
namespace {

using namespace testing_support;

std::vector<double> centrality(const PlainGraph& graph) {
    const Dataset dataset = make_dataset({graph});
    return eigenvector_centrality(dataset.graph(0));
}

std::vector<std::uint32_t> ranks(const PlainGraph& graph) {
    const Dataset dataset = make_dataset({graph});
    return rank_nodes(dataset.graph(0));
}

TEST(PerronVector, TellsWhenPowerIterationEndsBeforeItConverges) {
    // The two largest eigenvalues of a long path are too close for power steps.
    const Dataset dataset = make_dataset({path_graph(4000)});
    const std::vector<Component> components = split_components(dataset.graph(0));
    EXPECT_TRUE(perron_vector(components[0]).converged);
    EXPECT_FALSE(perron_vector(components[0], 0).converged);
    const Dataset easy = make_dataset({bipartite_graph(1, 20)});
    EXPECT_TRUE(perron_vector(split_components(easy.graph(0))[0], 0).converged);
}

// How far (A x)_v / x_v is from being the same at all nodes, in relative terms.
double spread(const PlainGraph& plain, const std::vector<double>& x) {
    const Dataset dataset = make_dataset({plain});
    const Graph graph = dataset.graph(0);
    double lower = std::numeric_limits<double>::infinity(), upper = 0;
    for (std::size_t v = 0; v < graph.num_nodes(); ++v) {
        double sum = 0;
        for (const std::uint32_t u : graph.neighbors(v)) sum += x[u];
        lower = std::min(lower, sum / x[v]);
        upper = std::max(upper, sum / x[v]);
    }
    return upper / lower - 1;
}

// Node v becomes the child of a node before it.
PlainGraph random_tree(Random& random, std::uint32_t size) {
    PlainGraph tree{.labels = std::vector(size, 0U), .edges = {}};
    for (std::uint32_t v = 1; v < size; ++v)
        tree.edges.emplace_back(static_cast<std::uint32_t>(random.below(v)), v);
    return tree;
}

// A connected graph: a random tree and some edges more.
PlainGraph random_connected(Random& random, std::uint32_t size, std::uint32_t more) {
    PlainGraph graph = random_tree(random, size);
    for (std::uint32_t i = 0; i < more; ++i)
        graph.edges.emplace_back(static_cast<std::uint32_t>(random.below(size)),
                                 static_cast<std::uint32_t>(random.below(size)));
    return graph;
}

// Two copies of a graph, node 0 of one joined to node 0 of the other through `between` nodes.
PlainGraph mirrored(const PlainGraph& half, std::uint32_t between) {
    const auto size = static_cast<std::uint32_t>(half.labels.size());
    PlainGraph graph = disjoint_union(half, half);
    std::uint32_t end = 0;
    for (std::uint32_t i = 0; i < between; ++i) {
        graph.labels.push_back(0);
        graph.edges.emplace_back(end, 2 * size + i);
        end = 2 * size + i;
    }
    graph.edges.emplace_back(end, size);
    return graph;
}

TEST(Centrality, SolvesTheEigenvalueEquationAtEveryNode) {
    Random random(1);
    for (const std::uint32_t size : {3U, 10U, 60U, 200U, 700U})
        for (const std::uint32_t more : {0U, size / 4, 4 * size}) {
            const PlainGraph graph = random_connected(random, size, more);
            const std::vector<double> x = centrality(graph);
            EXPECT_LT(spread(graph, x), 1e-8) << size << " nodes, " << more << " more edges";
            EXPECT_EQ(*std::max_element(x.begin(), x.end()), 1.0);
        }
}

TEST(Centrality, SolvesItWhereNoFactorisationIsMade) {
    Random random(2);
    const PlainGraph graph = random_connected(random, 9000, 70000);
    EXPECT_LT(spread(graph, centrality(graph)), 1e-8);
}

TEST(Centrality, OfAPathIsASine) {
    for (const std::uint32_t size : {2U, 3U, 4U, 17U, 64U, 301U, 3000U}) {
        const std::vector<double> x = centrality(path_graph(size));
        const auto sine = [&](std::uint32_t v) {
            return std::sin(std::numbers::pi * (v + 1) / (size + 1));
        };
        for (std::uint32_t v = 0; v < size; ++v) {
            EXPECT_NEAR(x[v] / x[size / 2], sine(v) / sine(size / 2), 2e-9);
            EXPECT_EQ(x[v], x[size - 1 - v]);
        }
    }
}

TEST(Centrality, OfAGridIsAProductOfSines) {
    const std::vector<double> x = centrality(grid_graph(5, 8));
    const auto sine = [](std::uint32_t i, std::uint32_t size) {
        return std::sin(std::numbers::pi * (i + 1) / (size + 1));
    };
    const double largest = sine(2, 5) * sine(3, 8);
    for (std::uint32_t i = 0; i < 5; ++i)
        for (std::uint32_t j = 0; j < 8; ++j) {
            EXPECT_NEAR(x[i * 8 + j], sine(i, 5) * sine(j, 8) / largest, 1e-9);
            EXPECT_EQ(x[i * 8 + j], x[(4 - i) * 8 + j]);
            EXPECT_EQ(x[i * 8 + j], x[i * 8 + 7 - j]);
        }
}

TEST(Centrality, OfEqualNodesIsEqual) {
    EXPECT_EQ(centrality(cycle_graph(6)), std::vector<double>(6, 1.0));
    EXPECT_EQ(centrality(cycle_graph(501)), std::vector<double>(501, 1.0));
    const std::vector<double> star = centrality(bipartite_graph(1, 9));
    const std::vector<double> parts = centrality(bipartite_graph(18, 2));
    for (std::size_t v = 1; v < 10; ++v) EXPECT_EQ(star[v], star[1]);
    EXPECT_NEAR(star[1], 1.0 / 3, 1e-12);
    EXPECT_EQ(parts[18], parts[19]);
    for (std::size_t v = 0; v < 18; ++v) EXPECT_EQ(parts[v], parts[0]);
    EXPECT_NEAR(parts[0], 1.0 / 3, 1e-12);
}

TEST(Centrality, OfSymmetricHalvesIsEqualHoweverWeaklyTheyTouch) {
    Random random(3);
    for (const std::uint32_t size : {8U, 30U, 150U})
        for (const std::uint32_t between : {0U, 1U, 7U, 60U})
            for (const std::uint32_t more : {0U, size / 3, 3 * size}) {
                const PlainGraph graph = mirrored(random_connected(random, size, more), between);
                const auto number = random_permutation(random, graph.labels.size());
                const std::vector<double> x = centrality(renumbered(graph, number));
                for (std::uint32_t v = 0; v < size; ++v)
                    ASSERT_EQ(x[number[v]], x[number[size + v]])
                        << size << " nodes, " << more << " more edges, " << between << " between";
            }
}

TEST(Centrality, OfSymmetricBranchesOfATreeIsEqual) {
    // A root with four copies of the same random branch.
    Random random(4);
    for (const std::uint32_t size : {5U, 40U}) {
        const PlainGraph branch = random_tree(random, size);
        PlainGraph tree{.labels = {0}, .edges = {}};
        for (std::uint32_t copy = 0; copy < 4; ++copy) {
            tree.edges.emplace_back(0, static_cast<std::uint32_t>(tree.labels.size()));
            tree = disjoint_union(tree, branch);
        }
        const std::vector<double> x = centrality(tree);
        for (std::size_t v = 0; v < size; ++v)
            for (std::size_t copy = 1; copy < 4; ++copy)
                ASSERT_EQ(x[1 + v], x[1 + copy * size + v]);
    }
}

TEST(Centrality, IsThatOfEachComponent) {
    Random random(5);
    const PlainGraph first = random_connected(random, 20, 9), second = grid_graph(3, 4);
    PlainGraph all = disjoint_union(disjoint_union(first, second), path_graph(2));
    all.labels.push_back(0);  // and a lone node
    const std::vector<double> x = centrality(all);
    const std::vector<double> a = centrality(first), b = centrality(second);
    for (std::size_t v = 0; v < 20; ++v) EXPECT_NEAR(x[v], a[v], 1e-8 * a[v]);
    for (std::size_t v = 0; v < 12; ++v) EXPECT_NEAR(x[20 + v], b[v], 1e-8 * b[v]);
    for (std::size_t v = 32; v < 35; ++v) EXPECT_EQ(x[v], 1.0);
}

TEST(Centrality, KeepsTheOrderOfVerySmallValues) {
    // A tail on a clique: values fall by a factor of about 29 per step, past what doubles hold.
    PlainGraph graph = path_graph(400);
    for (std::uint32_t u = 400; u < 430; ++u) {
        graph.labels.push_back(0);
        for (std::uint32_t v = 400; v < u; ++v) graph.edges.emplace_back(v, u);
    }
    graph.edges.emplace_back(399, 400);
    const std::vector<double> x = centrality(graph);
    for (std::size_t v = 401; v < 430; ++v) EXPECT_EQ(x[v], x[401]);
    EXPECT_GT(x[400], x[401]);
    for (std::size_t v = 250; v < 400; ++v) EXPECT_NEAR(x[v + 1] / x[v], x[400] / x[399], 1e-6);
    for (std::size_t v = 1; v < 400; ++v) EXPECT_GE(x[v], x[v - 1]);
    EXPECT_GT(x[0], 0);
    EXPECT_EQ(x[0], x[1]);
}

TEST(Centrality, TakesAGraphWithoutNodes) { EXPECT_TRUE(centrality({}).empty()); }

TEST(RankNodes, OrdersByCentralityThenLabelThenNumber) {
    // A star: the middle first, then the leaves, which tie.
    PlainGraph star = bipartite_graph(1, 4);
    star.labels = {9, 2, 1, 2, 0};
    EXPECT_EQ(ranks(star), (std::vector<std::uint32_t>{0, 3, 2, 4, 1}));
    EXPECT_EQ(ranks(path_graph(5)), (std::vector<std::uint32_t>{3, 1, 0, 2, 4}));
}

TEST(RankNodes, StaysTheSameUnderRenumberingButForTiesOfNodeNumbers) {
    Random random(6);
    for (const std::uint32_t size : {9U, 31U, 64U, 300U})
        for (const double mean_degree : {1.5, 2.5, 8.0}) {
            const PlainGraph graph = random_graph(random, size, mean_degree, 3);
            const auto number = random_permutation(random, size);
            const PlainGraph other = renumbered(graph, number);
            const std::vector<double> x = centrality(graph), y = centrality(other);
            const std::vector<std::uint32_t> a = ranks(graph), b = ranks(other);
            for (std::size_t u = 0; u < size; ++u)
                for (std::size_t v = 0; v < size; ++v) {
                    ASSERT_EQ(x[u] == x[v], y[number[u]] == y[number[v]]);
                    if (x[u] == x[v] && graph.labels[u] == graph.labels[v]) continue;
                    // Values of different components only compare up to rounding.
                    if (std::abs(x[u] - x[v]) < 1e-8 * x[u] && x[u] != x[v]) continue;
                    ASSERT_EQ(a[u] < a[v], b[number[u]] < b[number[v]]);
                }
        }
}

}  // namespace
}  // namespace dhgak
