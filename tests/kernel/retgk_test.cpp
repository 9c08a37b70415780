// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include <gtest/gtest.h>
#include <Eigen/Dense>

#include "dhgak/core/error.h"
#include "dhgak/graph/builder.h"
#include "kernel/fit.h"
#include "kernels/registry.h"
#include "kernels/walks/point_similarities.h"
#include "kernels/walks/return_probabilities.h"
#include "kernels/walks/twins.h"
#include "kernels/walks/walk_nodes.h"
#include "support/graphs.h"
#include "support/scratch_folder.h"

namespace dhgak {
namespace {

using namespace testing_support;

Dataset random_dataset(std::size_t count, std::uint64_t seed) {
    return make_dataset(testing_support::random_graphs(count, seed, {1, 14, 2.2, 3}));
}

// Powers of the walk's matrix.
Eigen::MatrixXd plain_returns(const Graph& graph, int steps) {
    const auto size = static_cast<Eigen::Index>(graph.num_nodes());
    Eigen::MatrixXd walk = Eigen::MatrixXd::Identity(size, size);
    for (Eigen::Index v = 0; v < size; ++v) {
        for (const std::uint32_t u : graph.neighbors(static_cast<std::size_t>(v)))
            walk(v, static_cast<Eigen::Index>(u)) = 1;
        walk.row(v) /= walk.row(v).sum();
    }
    Eigen::MatrixXd power = walk, returns(size, steps);
    for (int s = 0; s < steps; ++s) {
        returns.col(s) = power.diagonal();
        power = power * walk;
    }
    return returns;
}

TEST(ReturnProbabilities, AreTheDiagonalsOfTheWalksPowers) {
    const Dataset data = random_dataset(20, 1);
    for (const int steps : {1, 2, 7, 50})
        for (std::size_t g = 0; g < 20; ++g) {
            const Eigen::MatrixXd expected = plain_returns(data.graph(g), steps);
            const auto chances =
                return_probabilities(data.graph(g), static_cast<std::size_t>(steps));
            for (Eigen::Index v = 0; v < expected.rows(); ++v)
                for (int s = 0; s < steps; ++s)
                    ASSERT_NEAR(chances[static_cast<std::size_t>(v * steps + s)], expected(v, s),
                                1e-13);
        }
}

// `attributes` by node of the dataset; without rows where they do not count.
double mean_kernel(const Dataset& data, std::size_t g, std::size_t f, double sigma,
                   const Eigen::MatrixXd& attributes) {
    const Graph a = data.graph(g), b = data.graph(f);
    const Eigen::MatrixXd p = plain_returns(a, 50), q = plain_returns(b, 50);
    double sum = 0;
    for (Eigen::Index u = 0; u < p.rows(); ++u)
        for (Eigen::Index v = 0; v < q.rows(); ++v) {
            if (a.labels[static_cast<std::size_t>(u)] != b.labels[static_cast<std::size_t>(v)])
                continue;
            double apart = (p.row(u) - q.row(v)).norm() / sigma;
            if (attributes.rows() > 0)
                apart += (attributes.row(static_cast<Eigen::Index>(a.first_node) + u) -
                          attributes.row(static_cast<Eigen::Index>(b.first_node) + v))
                             .norm() /
                         std::sqrt(static_cast<double>(attributes.cols()));
            sum += std::exp(-apart);
        }
    return sum / static_cast<double>(p.rows() * q.rows());
}

void expect_definition(const std::string& spec, const Dataset& data,
                       const Eigen::MatrixXd& attributes, double tolerance) {
    // All graphs have up to five nodes drawn; with these few all distances are known.
    const WalkNodes nodes = walk_nodes(data, data.node_labels, 50);
    const double sigma = usual_distance(nodes, 0);
    Eigen::MatrixXd apart(12, 12);
    std::vector<double> pairs;
    for (std::size_t g = 0; g < 12; ++g)
        for (std::size_t f = 0; f < 12; ++f) {
            const double square = mean_kernel(data, g, g, sigma, attributes) +
                                  mean_kernel(data, f, f, sigma, attributes) -
                                  2 * mean_kernel(data, g, f, sigma, attributes);
            const double distance = g == f ? 0 : std::sqrt(std::max(square, 0.0));
            apart(static_cast<Eigen::Index>(g), static_cast<Eigen::Index>(f)) = distance;
            if (g < f) pairs.push_back(distance);
        }
    std::ranges::sort(pairs);
    const double median = pairs[pairs.size() / 2];
    const GramMatrix gram = fit(spec, data)->gram();
    for (std::size_t g = 0; g < 12; ++g)
        for (std::size_t f = 0; f < 12; ++f)
            EXPECT_NEAR(
                gram(g, f),
                std::exp(-apart(static_cast<Eigen::Index>(g), static_cast<Eigen::Index>(f)) /
                         median),
                tolerance);
}

TEST(PointSimilarities, AreExponentialsOfDistancesWhereverAPointStands) {
    Random random(4);
    for (const std::size_t steps : {1U, 7U, 16U, 50U, 51U}) {
        const std::size_t count = 131;
        std::vector<double> point(steps), others(count * steps);
        for (double& x : point) x = random.uniform();
        for (double& x : others) x = random.uniform();
        std::copy_n(point.begin(), steps, others.begin());
        for (std::size_t s = 0; s < steps; ++s) others[3 * steps + s] = 1e9;  // far away
        std::vector<double> values(count);
        point_similarities(point, others.data(), 0.3, values);
        EXPECT_EQ(values[0], 1);
        EXPECT_EQ(values[3], 0);
        for (std::size_t i = 0; i < count; ++i) {
            double square = 0;
            for (std::size_t s = 0; s < steps; ++s)
                square += std::pow(point[s] - others[i * steps + s], 2);
            ASSERT_NEAR(values[i], std::exp(-std::sqrt(square) / 0.3), 1e-14);
            double alone = 0;
            point_similarities(point, others.data() + i * steps, 0.3, {&alone, 1});
            ASSERT_EQ(alone, values[i]);
        }
    }
}

// Twins have equal neighbourhoods, with or without themselves, by definition.
TEST(Twins, AreNodesThatNobodyCanTellApart) {
    std::vector<PlainGraph> graphs = testing_support::random_graphs(60, 9, {2, 12, 3, 1});
    graphs.push_back(bipartite_graph(1, 9));  // a star
    graphs.push_back(bipartite_graph(3, 4));
    PlainGraph cliques = {.labels = std::vector(9, 0U), .edges = {{4, 5}}};
    for (std::uint32_t u = 0; u < 9; ++u)
        for (std::uint32_t v = 0; v < u; ++v)
            if ((u < 5) == (v < 5)) cliques.edges.emplace_back(u, v);
    graphs.push_back(cliques);
    std::size_t num_twins = 0;
    for (const PlainGraph& plain : graphs) {
        const Dataset dataset = make_dataset({plain});
        const Graph graph = dataset.graph(0);
        const std::vector<std::uint32_t> first = first_twins(graph);
        const auto around = [&](std::uint32_t v, std::uint32_t other) {
            std::set<std::uint32_t> nodes(graph.neighbors(v).begin(), graph.neighbors(v).end());
            nodes.erase(other);
            return nodes;
        };
        for (std::uint32_t v = 0; v < graph.num_nodes(); ++v) {
            std::uint32_t expected = 0;
            while (around(expected, v) != around(v, expected)) ++expected;
            ASSERT_EQ(first[v], expected);
            num_twins += first[v] != v;
        }
    }
    EXPECT_GT(num_twins, 30U);
}

TEST(WalkClasses, JoinNodesThatAreAlike) {
    // Two hubs with three and two leaves, joined by an edge; one leaf has a label of its own.
    DatasetBuilder builder("hubs");
    GraphInput hubs, two;
    for (const char* label : {"a", "a", "b", "a", "a", "a", "a"}) hubs.labels.push_back(label);
    hubs.edges = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {4, 5}, {4, 6}};
    two.labels = {"a", "a"};
    builder.add_graph(hubs);
    builder.add_graph(two);
    const Dataset data = builder.build();
    const WalkNodes nodes = walk_nodes(data, data.node_labels, 20);
    const WalkClasses classes = join_alike(nodes);
    EXPECT_EQ(classes.sizes, (std::vector<double>{7, 2}));
    EXPECT_EQ(classes.nodes.offsets, (std::vector<std::size_t>{0, 5, 6}));
    std::vector<double> counts(classes.counts.begin(), classes.counts.begin() + 5);
    std::ranges::sort(counts);
    EXPECT_EQ(counts, (std::vector<double>{1, 1, 1, 2, 2}));
    EXPECT_EQ(classes.counts[5], 2);
    EXPECT_TRUE(std::ranges::is_sorted(std::span(classes.nodes.labels).first(5)));
    Matrix attributes(9, 1);  // these tell all nodes apart
    for (std::size_t v = 0; v < 9; ++v) attributes(v, 0) = static_cast<float>(v);
    EXPECT_EQ(join_alike(walk_nodes(data, data.node_labels, 20, attributes)).counts,
              std::vector<double>(9, 1));
}

TEST(RetgkKernel, IsItsDefinition) { expect_definition("retgk", random_dataset(12, 2), {}, 1e-9); }

// Attributes that have mean 0 and deviation 1, so that they stay as they are.
Dataset with_attributes(Dataset data, Eigen::MatrixXd& attributes) {
    const auto nodes = static_cast<Eigen::Index>(data.num_nodes());
    attributes = Eigen::MatrixXd(nodes, 2);
    data.attributes = Matrix(data.num_nodes(), 2);
    for (Eigen::Index v = 0; v < nodes; ++v)
        for (Eigen::Index k = 0; k < 2; ++k) attributes(v, k) = std::sin(1 + 3 * v + 7 * k);
    attributes.rowwise() -= attributes.colwise().mean().eval();
    for (Eigen::Index k = 0; k < 2; ++k)
        attributes.col(k) /= attributes.col(k).norm() / std::sqrt(static_cast<double>(nodes));
    for (Eigen::Index v = 0; v < nodes; ++v)
        for (Eigen::Index k = 0; k < 2; ++k)
            data.attributes(static_cast<std::size_t>(v), static_cast<std::size_t>(k)) =
                static_cast<float>(attributes(v, k));
    return data;
}

TEST(RetgkKernel, ComparesAttributesWhereAsked) {
    Eigen::MatrixXd attributes;
    const Dataset data = with_attributes(random_dataset(12, 2), attributes);
    expect_definition("retgk:attributes=yes", data, attributes, 1e-6);  // they are floats
    const auto plain = fit("retgk", data)->gram(),
               asked = fit("retgk:attributes=yes", data)->gram();
    EXPECT_FALSE(std::ranges::equal(plain.values(), asked.values()));
}

TEST(RetgkKernel, KeepsAttributesInItsModel) {
    Eigen::MatrixXd ignored;
    const Dataset data = with_attributes(random_dataset(9, 4), ignored);
    const auto fitted = fit("retgk:attributes=yes", data);
    const ScratchFolder folder;
    const ModelWriter writer;
    fitted->save(writer);
    writer.write(folder / "kernel");
    const auto loaded = load_kernel("retgk", ModelReader(folder / "kernel"));
    NewGraphNotes notes;
    EXPECT_EQ(loaded->against_training(data, notes).values,
              fitted->against_training(data, notes).values);
    EXPECT_EQ(notes.graphs_without_attributes, 0U);
    loaded->against_training(random_dataset(3, 5), notes);
    EXPECT_EQ(notes.graphs_without_attributes, 3U);
}

TEST(RetgkKernel, RefusesAttributesThatAreNotThere) {
    EXPECT_THROW(fit("retgk:attributes=yes", random_dataset(3, 5)), ConfigError);
    EXPECT_THROW(make_kernel(Spec::parse("retgk:attributes=yes,features=10"), {}), ConfigError);
}

TEST(UsualDistance, IsTheMedianOfThoseDrawn) {
    // Each graph has no more nodes than are drawn.
    const Dataset data = make_dataset({path_graph(3), path_graph(4), cycle_graph(5)});
    const WalkNodes nodes = walk_nodes(data, data.node_labels, 10);
    std::vector<double> distances;
    for (std::size_t u = 0; u < 12; ++u)
        for (std::size_t v = 0; v < u; ++v)
            distances.push_back(distance(nodes.point(u), nodes.point(v)));
    std::ranges::sort(distances);
    EXPECT_NEAR(usual_distance(nodes, 7), distances[distances.size() / 2], 1e-12);
    const Dataset equal = make_dataset({cycle_graph(6), cycle_graph(6)});
    EXPECT_EQ(usual_distance(walk_nodes(equal, equal.node_labels, 10), 0), 1);
}

TEST(RetgkKernel, IsWhatItsFeaturesComeCloseTo) {
    const Dataset data = random_dataset(25, 3), others = random_dataset(10, 4);
    const auto exact = fit("retgk", data);
    const auto mean_error = [&](const std::string& spec) {
        const auto random = fit(spec, data);
        NewGraphNotes notes;
        const GramMatrix a = exact->gram(), b = random->gram();
        const CrossGram c = exact->against_training(others, notes);
        const CrossGram d = random->against_training(others, notes);
        double sum = 0;
        for (std::size_t i = 0; i < a.values().size(); ++i)
            sum += std::abs(a.values()[i] - b.values()[i]);
        for (std::size_t i = 0; i < c.values.size(); ++i)
            sum += std::abs(c.values[i] - d.values[i]);
        return sum / static_cast<double>(a.values().size() + c.values.size());
    };
    const double coarse = mean_error("retgk:features=40,node_features=2000");
    const double fine = mean_error("retgk:features=6000,node_features=2000");
    EXPECT_LT(fine, 0.03);
    EXPECT_GT(coarse, 2 * fine);
}

TEST(RetgkKernel, DrawsItsFeaturesFromTheSeed) {
    const Dataset data = random_dataset(8, 5);
    StageTimes times;
    const Spec spec = Spec::parse("retgk:features=50");
    const auto zero = make_kernel(spec, {})->fit(data, {times})->training_features().values;
    EXPECT_EQ(make_kernel(spec, {})->fit(data, {times})->training_features().values, zero);
    EXPECT_NE(make_kernel(spec, {}, {.seed = 1})->fit(data, {times})->training_features().values,
              zero);
}

TEST(RetgkKernel, CountsAnUnknownLabelAsOneThatNoTrainingNodeHas) {
    const Dataset training = make_dataset({path_graph(3), cycle_graph(4), path_graph(5)});
    NewGraphNotes notes;
    for (const char* spec : {"retgk", "retgk:features=2000"}) {
        const auto fitted = fit(spec, training);
        const Dataset known = make_dataset({path_graph(3, 0)});
        const Dataset unknown = make_dataset({path_graph(3, 9)});
        EXPECT_NEAR(fitted->against_training(known, notes).row(0)[0], 1, 1e-12);
        EXPECT_LT(fitted->against_training(unknown, notes).row(0)[0], 0.9) << spec;
    }
}

TEST(RetgkKernel, JudgesItsOptions) {
    for (const char* spec :
         {"retgk:steps=0", "retgk:features=-1", "retgk:node_features=1", "retgk:node_features=50",
          "retgk:time_limit=-1", "retgk:time_limit=nan"})
        EXPECT_THROW(make_kernel(Spec::parse(spec), {}), ConfigError) << spec;
    EXPECT_FALSE(traits_of(Spec::parse("retgk")).has_features);
    EXPECT_TRUE(traits_of(Spec::parse("retgk:features=100")).has_features);
}

TEST(RetgkKernel, GivesUpWhenItsTimeIsOver) {
    EXPECT_THROW(fit("retgk:time_limit=1e-9", random_dataset(10, 6)), Error);
    EXPECT_THROW(fit("retgk:time_limit=1e-9,features=10", random_dataset(10, 6)), Error);
    // Long after the walks: drawing frequencies alone takes a third of a second.
    EXPECT_THROW(
        fit("retgk:time_limit=0.05,features=20000,node_features=1000", random_dataset(10, 6)),
        Error);
}

}  // namespace
}  // namespace dhgak
