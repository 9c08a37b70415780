// SPDX-License-Identifier: MIT
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <Eigen/Eigenvalues>

#include "core/random.h"
#include "dhgak/core/error.h"
#include "kernel/fit.h"
#include "kernels/registry.h"
#include "kernels/spectral/lanczos.h"
#include "kernels/spectral/spectral_coordinates.h"
#include "kernels/spectral/tridiagonal.h"
#include "support/graphs.h"

namespace dhgak {
namespace {

using namespace testing_support;

std::vector<double> coordinates(const PlainGraph& graph, std::size_t dimensions) {
    return spectral_coordinates(make_dataset({graph}).graph(0), {.dimensions = dimensions});
}

Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> decompose(const Graph& graph) {
    const auto size = static_cast<Eigen::Index>(graph.num_nodes());
    Eigen::MatrixXd adjacency = Eigen::MatrixXd::Zero(size, size);
    for (std::size_t v = 0; v < graph.num_nodes(); ++v)
        for (const std::uint32_t u : graph.neighbors(v))
            adjacency(static_cast<Eigen::Index>(v), static_cast<Eigen::Index>(u)) = 1;
    return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(adjacency);
}

// By definition, from all eigenvectors: those of the largest magnitude, positive ones first where
// they tie, by falling eigenvalue; equal ones by their mean square.
std::vector<double> plain_coordinates(const Graph& graph, std::size_t dimensions) {
    const auto solver = decompose(graph);
    const Eigen::VectorXd values = solver.eigenvalues();
    std::vector<Eigen::Index> order(graph.num_nodes());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<Eigen::Index>(i);
    const auto rounded = [&](Eigen::Index i) { return std::round(values(i) * 1e5); };
    std::ranges::stable_sort(order, [&](Eigen::Index a, Eigen::Index b) {
        return std::pair(-std::abs(rounded(a)), -rounded(a)) <
               std::pair(-std::abs(rounded(b)), -rounded(b));
    });
    order.resize(std::min(order.size(), dimensions));
    std::ranges::stable_sort(
        order, [&](Eigen::Index a, Eigen::Index b) { return rounded(a) > rounded(b); });
    std::vector<double> result;
    for (std::size_t v = 0; v < graph.num_nodes(); ++v)
        for (const Eigen::Index axis : order) {
            double square = 0;
            int equal = 0;
            for (Eigen::Index i = 0; i < values.size(); ++i)
                if (rounded(i) == rounded(axis)) {
                    square += std::pow(solver.eigenvectors()(static_cast<Eigen::Index>(v), i), 2);
                    ++equal;
                }
            result.push_back(std::sqrt(square / equal));
        }
    return result;
}

void expect_near(const std::vector<double>& a, const std::vector<double>& b, double tolerance) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) ASSERT_NEAR(a[i], b[i], tolerance) << i;
}

// Small graphs are decomposed, large ones iterated; both must agree with all eigenvectors.
TEST(SpectralCoordinates, AreThoseOfAFullDecomposition) {
    Random random(1);
    std::vector<PlainGraph> graphs;
    for (const std::uint32_t size : {1U, 2U, 3U, 7U, 20U, 100U, 128U, 129U, 200U, 300U})
        graphs.push_back(random_graph(random, size, 4, 1));
    graphs.push_back(random_graph(random, 200, 1, 1));  // many components
    graphs.push_back(disjoint_union(graphs[8], graphs[8]));
    for (const PlainGraph& graph : graphs) {
        const Dataset dataset = make_dataset({graph});
        SCOPED_TRACE(graph.labels.size());
        expect_near(coordinates(graph, 6), plain_coordinates(dataset.graph(0), 6), 1e-6);
    }
}

// A hub with arms of two nodes each: eigenvalues 1 and -1 come once less than there are arms.
PlainGraph spider_graph(std::uint32_t arms) {
    PlainGraph spider = {.labels = std::vector(2 * arms + 1, 0U), .edges = {}};
    for (std::uint32_t arm = 0; arm < arms; ++arm) {
        spider.edges.emplace_back(0, 2 * arm + 1);
        spider.edges.emplace_back(2 * arm + 1, 2 * arm + 2);
    }
    return spider;
}

PlainGraph copies_of(const PlainGraph& graph, std::size_t number) {
    PlainGraph copies = graph;
    for (std::size_t i = 1; i < number; ++i) copies = disjoint_union(copies, graph);
    return copies;
}

TEST(SpectralCoordinates, DoNotDependOnTheBasisOfAnEigenspace) {
    PlainGraph clique = bipartite_graph(0, 150);
    for (std::uint32_t u = 0; u < 150; ++u)
        for (std::uint32_t v = 0; v < u; ++v) clique.edges.emplace_back(u, v);
    const std::vector<PlainGraph> graphs = {
        cycle_graph(6),
        cycle_graph(200),
        bipartite_graph(1, 10),
        bipartite_graph(1, 200),
        bipartite_graph(70, 80),
        grid_graph(14, 14),
        clique,
        PlainGraph{.labels = std::vector(140, 0U), .edges = {}},
        spider_graph(100),
        disjoint_union(spider_graph(80), spider_graph(80)),
        disjoint_union(spider_graph(90), copies_of(path_graph(4), 30)),
        copies_of(path_graph(3), 70),
        disjoint_union(cycle_graph(70), disjoint_union(cycle_graph(70), cycle_graph(3)))};
    for (const PlainGraph& graph : graphs) {
        const Dataset dataset = make_dataset({graph});
        SCOPED_TRACE(graph.labels.size());
        expect_near(coordinates(graph, 5), plain_coordinates(dataset.graph(0), 5), 1e-6);
    }
}

// A cycle of 6: eigenvalues 2, -2, 1, 1, -1, -1. Of the last two only one has an axis.
TEST(SpectralCoordinates, OfACycleAreAllTheSame) {
    for (const double x : coordinates(cycle_graph(6), 5)) EXPECT_NEAR(x, std::sqrt(1 / 6.0), 1e-12);
}

TEST(Eigenvalues, AreNotMadeUpWhereTheyDoNotConverge) {
    const Tridiagonal matrix = {.diagonal = {1, std::nan(""), 1}, .beside = {1, 1}};
    EXPECT_THROW((void)eigenvalues(matrix), Error);
}

TEST(LeadingEigenvectors, AreOrthonormalAndHaveSmallResiduals) {
    Random random(2);
    const Dataset dataset = make_dataset({random_graph(random, 400, 3, 1), grid_graph(15, 15)});
    for (std::size_t g = 0; g < 2; ++g) {
        const Graph graph = dataset.graph(g);
        const std::size_t n = graph.num_nodes();
        const PartialSpectrum found = leading_eigenvectors(graph, 8);
        ASSERT_GE(found.values.size(), 8U);
        for (std::size_t k = 0; k < found.values.size(); ++k) {
            const double* x = found.vectors.data() + k * n;
            for (std::size_t v = 0; v < n; ++v) {
                double sum = -found.values[k] * x[v];
                for (const std::uint32_t u : graph.neighbors(v)) sum += x[u];
                ASSERT_NEAR(sum, 0, 1e-8);
            }
            for (std::size_t j = 0; j <= k; ++j) {
                double product = 0;
                for (std::size_t v = 0; v < n; ++v) product += x[v] * found.vectors[j * n + v];
                ASSERT_NEAR(product, j == k, 1e-8);
            }
        }
    }
}

struct PmCase {
    const char* kernel;
    int L;
    int d;
    bool labels;
    std::vector<double> weights;  // of the intersections, by level
    std::uint32_t fewest_nodes;
};

class PyramidMatch : public testing::TestWithParam<PmCase> {
protected:
    // By level: matches of all labels, axes and cells.
    static double value(const Graph& a, const Graph& b) {
        const PmCase& c = GetParam();
        double sum = 0;
        for (int level = 0; level < c.L; ++level)
            for (int label = 0; label < (c.labels ? 3 : 1); ++label)
                for (int axis = 0; axis < c.d; ++axis)
                    for (int cell = 0; cell < 1 << level; ++cell)
                        sum += c.weights[static_cast<std::size_t>(level)] *
                               std::min(count(a, level, label, axis, cell),
                                        count(b, level, label, axis, cell));
        return sum;
    }

    static int count(const Graph& graph, int level, int label, int axis, int cell) {
        const PmCase& c = GetParam();
        const std::size_t n = graph.num_nodes();
        const auto points = plain_coordinates(graph, static_cast<std::size_t>(c.d));
        const std::size_t axes = points.size() / n;
        int found = 0;
        for (std::size_t v = 0; v < n; ++v) {
            if (c.labels && graph.labels[v] != static_cast<std::uint32_t>(label)) continue;
            const auto k = static_cast<std::size_t>(axis);
            const double x = k < axes ? points[v * axes + k] : 0;
            const int place =
                std::min((1 << level) - 1, static_cast<int>(std::floor((x + 1e-6) * (1 << level))));
            found += place == cell;
        }
        return found;
    }
};

TEST_P(PyramidMatch, IsWhatItsDefinitionSays) {
    Random random(3);
    std::vector<PlainGraph> graphs;
    for (const std::uint32_t size : {3U, 5U, 8U, 8U, 12U, 20U})
        graphs.push_back(random_graph(random, std::max(size, GetParam().fewest_nodes), 2.5, 3));
    const Dataset dataset = make_dataset(graphs, {}, 3);
    const GramMatrix gram = fit(GetParam().kernel, dataset)->gram();
    for (std::size_t g = 0; g < graphs.size(); ++g)
        for (std::size_t f = g; f < graphs.size(); ++f) {
            const Graph a = dataset.graph(g), b = dataset.graph(f);
            EXPECT_NEAR(gram(g, f), value(a, b) / std::sqrt(value(a, a) * value(b, b)), 1e-12);
        }
}

// GraKeL chooses the eigenvectors of graphs of up to d + 1 nodes in another way.
INSTANTIATE_TEST_SUITE_P(
    Brute, PyramidMatch,
    testing::Values(PmCase{"pm", 4, 6, true, {.125, .125, .25, .5}, 1},
                    PmCase{"pm:L=1,d=2", 1, 2, true, {1}, 1},
                    PmCase{"pm:L=2,labels=no", 2, 6, false, {.5, .5}, 1},
                    PmCase{"pm:compat=grakel", 4, 6, true, {.5, .375, .5, .5}, 8}),
    [](const auto& pm_case) { return std::to_string(pm_case.index); });

TEST(Pm, LetsUnseenLabelsMatchNothing) {
    const auto fitted = fit("pm", make_dataset({path_graph(4, 0)}));
    NewGraphNotes notes;
    const PlainGraph half = {.labels = {0, 7, 7, 0}, .edges = path_graph(4).edges};
    const CrossGram cross = fitted->against_training(make_dataset({path_graph(4, 7), half}), notes);
    EXPECT_EQ(cross.values[0], 0);
    // The two ends are where the training graph has its ends: half of each value in common.
    EXPECT_NEAR(cross.values[1], 0.5, 1e-12);
    EXPECT_EQ(notes.unknown_label_nodes, 6U);
}

TEST(Pm, RefusesOptionsOutOfRange) {
    for (const char* kernel : {"pm:L=0", "pm:L=11", "pm:d=0", "pm:d=101", "pm:labels=some",
                               "pm:compat=package", "pm:depth=3"})
        EXPECT_THROW(make_kernel(Spec::parse(kernel), {}), ConfigError) << kernel;
}

}  // namespace
}  // namespace dhgak
