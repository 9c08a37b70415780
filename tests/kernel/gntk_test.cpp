// SPDX-License-Identifier: MIT
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <Eigen/Dense>

#include "dhgak/core/error.h"
#include "dhgak/kernel/registry.h"
#include "support/graphs.h"

namespace dhgak {
namespace {

using namespace testing_support;
using Eigen::ArrayXXd;
using Eigen::MatrixXd;

Dataset random_dataset(std::size_t count, std::uint64_t seed) {
    return make_dataset(testing_support::random_graphs(count, seed, {1, 9, 2.2, 3}));
}

// The kernel of one graph with another by dense matrices. The covariances of all nodes of both
// graphs are kept together, so that the own covariances are blocks of the same matrix.
struct PlainTangent {
    int blocks = 3, layers = 2;
    bool by_degree = false, jumps = true, attention = false;
    double correlation = 1;

    double value(const Graph& a, const Graph& b) const {
        const auto rows = static_cast<Eigen::Index>(a.num_nodes());
        const auto cols = static_cast<Eigen::Index>(b.num_nodes());
        const Eigen::Index size = rows + cols;
        MatrixXd adjacency = MatrixXd::Identity(size, size), start(size, size);
        std::vector<std::uint32_t> labels(a.labels.begin(), a.labels.end());
        labels.insert(labels.end(), b.labels.begin(), b.labels.end());
        const auto add = [&](const Graph& graph, Eigen::Index first) {
            for (std::size_t v = 0; v < graph.num_nodes(); ++v)
                for (const std::uint32_t u : graph.neighbors(v))
                    adjacency(first + static_cast<Eigen::Index>(v),
                              first + static_cast<Eigen::Index>(u)) = 1;
        };
        add(a, 0);
        add(b, rows);
        if (by_degree)
            for (Eigen::Index v = 0; v < size; ++v) adjacency.row(v) /= adjacency.row(v).sum();
        for (Eigen::Index i = 0; i < size; ++i)
            for (Eigen::Index j = 0; j < size; ++j)
                start(i, j) =
                    labels[static_cast<std::size_t>(i)] == labels[static_cast<std::size_t>(j)];
        const auto between = [&](const MatrixXd& matrix) {
            return matrix.block(0, rows, rows, cols).sum();
        };
        double sum = between(start);
        start = adjacency * start * adjacency.transpose();
        MatrixXd tangent = start;
        for (int block = 1; block <= blocks; ++block) {
            for (int layer = 0; layer < layers; ++layer) {
                const Eigen::VectorXd roots = start.diagonal().cwiseSqrt();
                const ArrayXXd norms = (roots * roots.transpose()).array();
                // What is within rounding of 1 is 1, as the arc cosine is steep there.
                const ArrayXXd rho = (correlation * start.array() / norms).unaryExpr([](double x) {
                    return x > 1 - 1e-12 ? 1.0 : x;
                });
                const ArrayXXd angle = rho.acos();
                start = ((rho * (std::numbers::pi - angle) + (1 - rho.square()).sqrt()) /
                         std::numbers::pi * norms)
                            .matrix();
                tangent = (tangent.array() * (std::numbers::pi - angle) / std::numbers::pi +
                           start.array())
                              .matrix();
            }
            sum += between(tangent);
            if (block == blocks) break;
            if (attention) {
                MatrixXd own = MatrixXd::Zero(size, size);
                own.topLeftCorner(rows, rows) = start.topLeftCorner(rows, rows);
                own.bottomRightCorner(cols, cols) = start.bottomRightCorner(cols, cols);
                start = own * start * own.transpose();
                tangent = 2 * start + own * (2 * tangent) * own.transpose();
            }
            start = adjacency * start * adjacency.transpose();
            tangent = adjacency * tangent * adjacency.transpose();
        }
        return jumps ? sum : between(tangent);
    }
};

void expect_equal(const std::string& spec, const PlainTangent& plain) {
    const Dataset training = random_dataset(8, 1), others = random_dataset(4, 2);
    StageTimes times;
    const auto fitted = make_kernel(Spec::parse(spec), {})->fit(training, {times});
    const auto value = [&](const Graph& a, const Graph& b) {
        return plain.value(a, b) / std::sqrt(plain.value(a, a) * plain.value(b, b));
    };
    const GramMatrix gram = fitted->gram();
    for (std::size_t g = 0; g < 8; ++g)
        for (std::size_t f = 0; f < 8; ++f)
            EXPECT_NEAR(gram(g, f), value(training.graph(g), training.graph(f)), 1e-9) << spec;
    NewGraphNotes notes;
    const CrossGram cross = fitted->against_training(others, notes);
    for (std::size_t g = 0; g < 4; ++g)
        for (std::size_t t = 0; t < 8; ++t)
            EXPECT_NEAR(cross.row(g)[t], value(others.graph(g), training.graph(t)), 1e-9) << spec;
}

TEST(GntkKernel, IsItsDefinition) {
    expect_equal("gntk", {});
    expect_equal("gntk:blocks=0", {.blocks = 0});
    expect_equal("gntk:blocks=1,layers=1", {.blocks = 1, .layers = 1});
    expect_equal("gntk:blocks=5,layers=3,scale=degree",
                 {.blocks = 5, .layers = 3, .by_degree = true});
    expect_equal("gntk:blocks=2,jumps=no", {.blocks = 2, .jumps = false});
}

TEST(GraphqntkKernel, IsItsDefinition) {
    expect_equal("graphqntk", {.attention = true});
    expect_equal("graphqntk:blocks=2,layers=1,scale=degree",
                 {.blocks = 2, .layers = 1, .by_degree = true, .attention = true});
    expect_equal("graphqntk:blocks=2,jumps=no", {.blocks = 2, .jumps = false, .attention = true});
    expect_equal("graphqntk:blocks=2,compat=package",
                 {.blocks = 2, .attention = true, .correlation = 2});
}

TEST(GraphqntkKernel, WithOneBlockIsGntk) {
    const Dataset data = random_dataset(10, 3);
    StageTimes times;
    const auto gram = [&](const char* spec) {
        return make_kernel(Spec::parse(spec), {})->fit(data, {times})->gram();
    };
    const GramMatrix a = gram("gntk:blocks=1"), b = gram("graphqntk:blocks=1");
    for (std::size_t i = 0; i < a.values().size(); ++i) EXPECT_EQ(a.values()[i], b.values()[i]);
}

TEST(GntkKernel, JudgesItsOptions) {
    for (const char* spec : {"gntk:blocks=101", "gntk:layers=0", "gntk:scale=sum",
                             "gntk:jumps=maybe", "gntk:time_limit=-1", "gntk:compat=package",
                             "graphqntk:blocks=5", "graphqntk:compat=yes"})
        EXPECT_THROW(make_kernel(Spec::parse(spec), {}), ConfigError) << spec;
    EXPECT_TRUE(traits_of(Spec::parse("graphqntk")).is_semidefinite);
    EXPECT_FALSE(traits_of(Spec::parse("graphqntk:compat=package")).is_semidefinite);
}

TEST(GntkKernel, GivesUpWhenItsTimeIsOver) {
    StageTimes times;
    const auto fitted =
        make_kernel(Spec::parse("gntk:time_limit=1e-9"), {})->fit(random_dataset(6, 4), {times});
    EXPECT_THROW((void)fitted->gram(), Error);
}

}  // namespace
}  // namespace dhgak
