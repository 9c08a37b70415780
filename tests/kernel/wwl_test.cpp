// SPDX-License-Identifier: MIT
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "dhgak/core/error.h"
#include "kernel/color_texts.h"
#include "kernel/edge_labelled.h"
#include "kernel/fit.h"
#include "kernel/plain_transport.h"
#include "kernels/registry.h"
#include "support/graphs.h"

namespace dhgak {
namespace {

using namespace testing_support;

// W1 between lists of equal masses, by a solver.
double plain_distance(std::size_t size_a, std::size_t size_b, const std::vector<double>& costs) {
    return plain_transport(std::vector(size_a, static_cast<std::int64_t>(size_b)),
                           std::vector(size_b, static_cast<std::int64_t>(size_a)), costs) /
           static_cast<double>(size_a * size_b);
}

// By transport where moving costs the share of rounds in which colours differ.
double color_distance(const Dataset& dataset, std::size_t g, std::size_t f, int rounds,
                      bool edges) {
    const ColorTexts a = color_texts(dataset, g, rounds, edges);
    const ColorTexts b = color_texts(dataset, f, rounds, edges);
    std::vector<double> costs;
    for (std::size_t u = 0; u < a[0].size(); ++u)
        for (std::size_t v = 0; v < b[0].size(); ++v)
            costs.push_back(1 - shared_rounds(a, u, b, v) / (rounds + 1.0));
    return plain_distance(a[0].size(), b[0].size(), costs);
}

TEST(Wwl, IsTransportBetweenColours) {
    const Dataset dataset = edge_labelled_graphs(14, 9, 2, 1);
    for (const bool edges : {false, true}) {
        const GramMatrix gram =
            fit(edges ? "wwl:rounds=2,lambda=3,edges=yes" : "wwl:rounds=2,lambda=3", dataset)
                ->gram();
        for (std::size_t g = 0; g < 14; ++g)
            for (std::size_t f = 0; f < 14; ++f)
                EXPECT_NEAR(gram(g, f), std::exp(-3 * color_distance(dataset, g, f, 2, edges)),
                            1e-12);
    }
}

// A colour that only a new graph has is far from all others, as if it had been known.
TEST(Wwl, OfNewGraphsIsWhatAFitOnAllGraphsGives) {
    const Dataset all = edge_labelled_graphs(24, 9, 3, 2);
    std::vector<std::size_t> first(8), rest(16);
    std::iota(first.begin(), first.end(), 0U);
    std::iota(rest.begin(), rest.end(), 8U);
    const GramMatrix expected = fit("wwl", all)->gram();
    NewGraphNotes notes;
    const CrossGram cross =
        fit("wwl", subset(all, first))->against_training(subset(all, rest), notes);
    for (std::size_t g = 0; g < 16; ++g)
        for (std::size_t t = 0; t < 8; ++t) EXPECT_NEAR(cross.row(g)[t], expected(8 + g, t), 1e-12);
    EXPECT_GT(notes.unmatched_things, 0U);
}

// Two nodes against one of them: half the mass moves as far as it can.
TEST(Wwl, IsTheShareOfNodesThatDiffer) {
    const PlainGraph one = {.labels = {0}, .edges = {}};
    const PlainGraph two = {.labels = {0, 1}, .edges = {}};
    EXPECT_NEAR(fit("wwl:rounds=2", make_dataset({one, two}))->gram()(0, 1), std::exp(-0.5), 1e-12);
}

TEST(Wwl, LikeThePackageIsALaplacianKernelOfRows) {
    const Dataset dataset = edge_labelled_graphs(10, 7, 2, 3);
    const GramMatrix distances = fit("wwl:lambda=1", dataset)->gram();
    const GramMatrix gram = fit("wwl:compat=package", dataset)->gram();
    for (std::size_t g = 0; g < 10; ++g)
        for (std::size_t f = 0; f < 10; ++f) {
            double sum = 0;
            for (std::size_t k = 0; k < 10; ++k)
                sum += std::abs(std::log(distances(g, k)) - std::log(distances(f, k)));
            EXPECT_NEAR(gram(g, f), std::exp(-sum / 10), 1e-12);
        }
}

// Graphs whose nodes have two numbers.
Dataset attributed_graphs(std::size_t count, std::uint64_t seed) {
    Random random(seed);
    std::vector<PlainGraph> graphs;
    for (std::size_t g = 0; g < count; ++g)
        graphs.push_back(
            random_graph(random, 2 + static_cast<std::uint32_t>(random.below(6)), 2, 2));
    Dataset dataset = make_dataset(graphs);
    dataset.attributes = Matrix(dataset.num_nodes(), 2);
    for (float& value : dataset.attributes.values())
        value = static_cast<float>(10 * random.uniform());
    return dataset;
}

// By node: its numbers in all rounds, one after another.
std::vector<std::vector<double>> mixed_attributes(const Dataset& dataset, int rounds) {
    const std::size_t n = dataset.num_nodes();
    std::vector<std::vector<double>> rows(n);
    for (std::size_t k = 0; k < 2; ++k) {
        double mean = 0, square = 0;
        for (std::size_t v = 0; v < n; ++v)
            mean += dataset.attributes(v, k) / static_cast<double>(n);
        for (std::size_t v = 0; v < n; ++v)
            square += std::pow(dataset.attributes(v, k) - mean, 2) / static_cast<double>(n);
        for (std::size_t v = 0; v < n; ++v)
            rows[v].push_back((dataset.attributes(v, k) - mean) / std::sqrt(square));
    }
    for (int round = 0; round < rounds; ++round) {
        const std::size_t from = rows[0].size() - 2;
        std::vector<std::vector<double>> next = rows;
        for (std::size_t g = 0; g < dataset.num_graphs(); ++g) {
            const Graph graph = dataset.graph(g);
            for (std::size_t v = 0; v < graph.num_nodes(); ++v)
                for (std::size_t k = from; k < from + 2; ++k) {
                    double mean = 0;
                    for (const std::uint32_t u : graph.neighbors(v))
                        mean +=
                            rows[graph.first_node + u][k] / static_cast<double>(graph.degree(v));
                    next[graph.first_node + v].push_back((rows[graph.first_node + v][k] + mean) /
                                                         2);
                }
        }
        rows = next;
    }
    return rows;
}

TEST(Wwl, OfAttributesIsTransportBetweenMixedNumbers) {
    const Dataset dataset = attributed_graphs(10, 4);
    const auto rows = mixed_attributes(dataset, 2);
    const auto fitted = fit("wwl:nodes=attributes,rounds=2,lambda=0.3", dataset);
    const GramMatrix gram = fitted->gram();
    NewGraphNotes notes;
    const CrossGram cross = fitted->against_training(dataset, notes);
    for (std::size_t g = 0; g < 10; ++g)
        for (std::size_t f = 0; f < 10; ++f) {
            const Graph a = dataset.graph(g), b = dataset.graph(f);
            std::vector<double> costs;
            for (std::size_t u = 0; u < a.num_nodes(); ++u)
                for (std::size_t v = 0; v < b.num_nodes(); ++v) {
                    double square = 0;
                    for (std::size_t k = 0; k < 6; ++k)
                        square +=
                            std::pow(rows[a.first_node + u][k] - rows[b.first_node + v][k], 2);
                    costs.push_back(std::sqrt(square));
                }
            const double expected =
                std::exp(-0.3 * plain_distance(a.num_nodes(), b.num_nodes(), costs));
            EXPECT_NEAR(gram(g, f), expected, 1e-6);
            EXPECT_NEAR(cross.row(g)[f], expected, 1e-6);
        }
}

TEST(Wwl, SaysWhatIsMissingForAttributes) {
    const Dataset plain = make_dataset({path_graph(3), path_graph(4)});
    EXPECT_THROW(fit("wwl:nodes=attributes", plain), ConfigError);
    const auto fitted = fit("wwl:nodes=attributes", attributed_graphs(4, 5));
    NewGraphNotes notes;
    fitted->against_training(plain, notes);
    EXPECT_EQ(notes.graphs_without_attributes, 2U);
    Dataset wider = plain;
    wider.attributes = Matrix(wider.num_nodes(), 3);
    EXPECT_THROW(fitted->against_training(wider, notes), InputError);
}

TEST(Wwl, RefusesOptionsOutOfRange) {
    for (const char* kernel :
         {"wwl:rounds=101", "wwl:lambda=0", "wwl:lambda=-1", "wwl:lambda=nan", "wwl:nodes=edges",
          "wwl:compat=grakel", "wwl:nodes=attributes,edges=yes", "wwl:nodes=degrees,repair=flip"})
        EXPECT_THROW(make_kernel(Spec::parse(kernel), {}), ConfigError) << kernel;
}

TEST(Wwl, TellsWhatItUsesByItsOptions) {
    EXPECT_TRUE(traits_of(Spec::parse("wwl")).is_semidefinite);
    EXPECT_FALSE(traits_of(Spec::parse("wwl")).uses_attributes);
    EXPECT_FALSE(traits_of(Spec::parse("wwl:nodes=attributes")).is_semidefinite);
    EXPECT_TRUE(traits_of(Spec::parse("wwl:nodes=attributes")).uses_attributes);
}

}  // namespace
}  // namespace dhgak
