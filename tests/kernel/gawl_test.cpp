// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string>
#include <utility>
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

using Pair = std::pair<std::string, std::string>;

struct ColoredGraph {
    std::map<std::string, double> nodes;
    std::map<Pair, double> edges;

    double density(const Pair& pair) const {
        const double a = nodes.at(pair.first), b = nodes.at(pair.second);
        const double edge_count = edges.at(pair);
        return pair.first == pair.second ? 2 * edge_count / (a * (a - 1))
                                         : 2 * edge_count / (a * b);
    }
};

// By round: nodes and edges by colours written out.
std::vector<ColoredGraph> color(const Dataset& dataset, std::size_t g, int rounds, bool edges) {
    const Graph graph = dataset.graph(g);
    std::vector<ColoredGraph> result;
    for (const std::vector<std::string>& texts : color_texts(dataset, g, rounds, edges)) {
        ColoredGraph colored;
        for (std::size_t v = 0; v < graph.num_nodes(); ++v) {
            ++colored.nodes[texts[v]];
            for (const std::uint32_t u : graph.neighbors(v))
                if (u < v) ++colored.edges[std::minmax(texts[u], texts[v])];
        }
        result.push_back(colored);
    }
    return result;
}

double value(const std::vector<ColoredGraph>& a, const std::vector<ColoredGraph>& b) {
    double sum = 0;
    for (std::size_t round = 0; round < a.size(); ++round)
        for (const auto& [pair, count] : a[round].edges)
            if (b[round].edges.contains(pair))
                sum += std::sqrt(a[round].density(pair) * b[round].density(pair)) *
                       std::min(a[round].nodes.at(pair.first), b[round].nodes.at(pair.first)) *
                       std::min(a[round].nodes.at(pair.second), b[round].nodes.at(pair.second));
    return sum;
}

double expected(const Dataset& dataset, std::size_t g, std::size_t f, int rounds, bool edges) {
    const auto a = color(dataset, g, rounds, edges), b = color(dataset, f, rounds, edges);
    const double squares = value(a, a) * value(b, b);
    return squares > 0 ? value(a, b) / std::sqrt(squares) : 0;
}

TEST(Gawl, IsWhatItsDefinitionSays) {
    const Dataset dataset = edge_labelled_graphs(20, 9, 2, 1);
    for (const bool edges : {false, true}) {
        const GramMatrix gram =
            fit(edges ? "gawl:rounds=2,edges=yes" : "gawl:rounds=2", dataset)->gram();
        for (std::size_t g = 0; g < 20; ++g)
            for (std::size_t f = 0; f < 20; ++f)
                EXPECT_NEAR(gram(g, f), expected(dataset, g, f, 2, edges), 1e-12);
    }
}

// Pairs of colours that no training graph has, or has fewer nodes of, make a new graph longer.
TEST(Gawl, OfNewGraphsIsWhatItsDefinitionSays) {
    const Dataset all = edge_labelled_graphs(24, 12, 3, 2);
    std::vector<std::size_t> first(8), rest(16);
    std::iota(first.begin(), first.end(), 0U);
    std::iota(rest.begin(), rest.end(), 8U);
    const auto fitted = fit("gawl:rounds=2", subset(all, first));
    NewGraphNotes notes;
    const CrossGram cross = fitted->against_training(subset(all, rest), notes);
    const CrossGram by_features =
        cross_products(fitted->features(subset(all, rest)), fitted->training_features());
    for (std::size_t g = 0; g < 16; ++g)
        for (std::size_t t = 0; t < 8; ++t) {
            EXPECT_NEAR(cross.row(g)[t], expected(all, 8 + g, t, 2, false), 1e-12);
            EXPECT_NEAR(by_features.row(g)[t], cross.row(g)[t], 1e-12);
        }
}

// Paths of 2 and 3 equal nodes: densities 2 / 2 and 4 / 6, 2 x 2 aligned pairs of nodes.
TEST(Gawl, CountsAlignedEdges) {
    const Dataset dataset = make_dataset({path_graph(2), path_graph(3)});
    EXPECT_NEAR(fit("gawl:rounds=0", dataset)->gram()(0, 1),
                std::sqrt(2.0 / 3) * 4 / std::sqrt(4 * (2.0 / 3) * 9), 1e-12);
}

TEST(Gawl, HasNothingToCompareWithoutEdges) {
    const PlainGraph lone = {.labels = {0, 0}, .edges = {}};
    EXPECT_EQ(fit("gawl", make_dataset({lone, path_graph(2)}))->gram()(0, 1), 0);
}

TEST(Gawl, RefusesOptionsOutOfRange) {
    for (const char* kernel : {"gawl:rounds=-1", "gawl:rounds=101", "gawl:edges=maybe", "gawl:T=3"})
        EXPECT_THROW(make_kernel(Spec::parse(kernel), {}), ConfigError) << kernel;
}

}  // namespace
}  // namespace dhgak
