// SPDX-License-Identifier: MIT
#include "dhgak/kernel/kernel.h"

#include <cmath>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <Eigen/Eigenvalues>

#include "dhgak/core/error.h"
#include "dhgak/core/log.h"
#include "dhgak/core/parallel.h"
#include "dhgak/core/random.h"
#include "dhgak/kernel/alignment.h"
#include "dhgak/kernel/hop_kernel.h"
#include "support/graphs.h"

namespace dhgak {
namespace {

using namespace testing_support;

std::vector<PlainGraph> random_graphs(std::size_t count, std::uint64_t seed) {
    Random random(seed);
    std::vector<PlainGraph> graphs;
    for (std::size_t g = 0; g < count; ++g)
        graphs.push_back(
            random_graph(random, 3 + static_cast<std::uint32_t>(random.below(15)), 2.5, 4));
    return graphs;
}

AlignOptions small_options() {
    AlignOptions options;
    options.slices.H = 3;
    options.embed.nlm = Spec::parse("label");
    return options;
}

std::vector<double> values_of(const GramMatrix& gram) {
    return {gram.values().begin(), gram.values().end()};
}

// Kernels that promise no positive semi-definite matrix. dhw: exp(-lambda d) is positive definite
// for all lambda only if d is conditionally negative definite, and W1 is not in two or more
// dimensions.
const std::set<std::string> kMayBeIndefinite = {"dhw"};

// Every registered kernel must pass these.
class EveryKernel : public testing::TestWithParam<std::string> {
protected:
    void TearDown() override {
        set_num_threads(0);
        set_log_sink({});
    }

    static GramMatrix gram(const Dataset& dataset, const AlignOptions& options) {
        StageTimes times;
        return make_kernel(Spec::parse(GetParam()), options)->gram(dataset, times);
    }

    static void expect_sound(const GramMatrix& gram) {
        for (std::size_t i = 0; i < gram.size(); ++i)
            for (std::size_t j = 0; j < gram.size(); ++j) {
                ASSERT_TRUE(std::isfinite(gram(i, j)));
                ASSERT_EQ(gram(i, j), gram(j, i));
            }
        if (kMayBeIndefinite.contains(GetParam())) return;
        const auto size = static_cast<Eigen::Index>(gram.size());
        const Eigen::Map<const Eigen::MatrixXd> matrix(gram.values().data(), size, size);
        const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(matrix, Eigen::EigenvaluesOnly);
        EXPECT_GT(solver.eigenvalues().minCoeff(), -1e-9);
    }
};

TEST_P(EveryKernel, IsSymmetricAndPositiveSemiDefiniteWithAUnitDiagonal) {
    for (const char* nlm : {"label", "w2v"}) {
        AlignOptions options = small_options();
        options.embed.nlm = Spec::parse(nlm);
        const GramMatrix result = gram(make_dataset(random_graphs(40, 1)), options);
        expect_sound(result);
        for (std::size_t g = 0; g < result.size(); ++g) EXPECT_EQ(result(g, g), 1);
    }
}

TEST_P(EveryKernel, IsTheInnerProductOfItsFeatures) {
    const Dataset dataset = make_dataset(random_graphs(30, 2));
    const auto kernel = make_kernel(Spec::parse(GetParam()), small_options());
    StageTimes times;
    SparseMatrix features;
    try {
        features = kernel->features(dataset, times);
    } catch (const ConfigError&) {
        GTEST_SKIP() << "has no explicit feature map";
    }
    GramMatrix products(30);
    add_inner_products(products, features);
    const GramMatrix expected = kernel->gram(dataset, times);
    for (std::size_t k = 0; k < 900; ++k)
        ASSERT_NEAR(products.values()[k], expected.values()[k], 1e-12);
    for (std::size_t r = 0; r < 30; ++r)
        for (auto e = features.row_offsets[r] + 1; e < features.row_offsets[r + 1]; ++e)
            ASSERT_LT(features.columns[e - 1], features.columns[e]);
}

TEST_P(EveryKernel, HasTheSameBitsAtAnyThreadCount) {
    const Dataset dataset = make_dataset(random_graphs(60, 3));
    set_num_threads(1);
    const std::vector<double> expected = values_of(gram(dataset, small_options()));
    for (const std::size_t threads : {2, 8}) {
        set_num_threads(threads);
        EXPECT_EQ(values_of(gram(dataset, small_options())), expected) << threads;
    }
}

TEST_P(EveryKernel, DoesNotSeeHowNodesAreNumbered) {
    for (const char* nlm : {"label", "w2v"}) {
        std::vector<PlainGraph> graphs = random_graphs(20, 4);
        Random random(5);
        for (std::size_t g = 0; g < 5; ++g)
            graphs.push_back(
                renumbered(graphs[g], random_permutation(random, graphs[g].labels.size())));
        AlignOptions options = small_options();
        options.embed.nlm = Spec::parse(nlm);
        const GramMatrix result = gram(make_dataset(graphs), options);
        for (std::size_t g = 0; g < 5; ++g)
            for (std::size_t other = 0; other < graphs.size(); ++other)
                EXPECT_NEAR(result(g, other), result(20 + g, other), 1e-12) << nlm;
    }
}

TEST_P(EveryKernel, TakesGraphsWithoutNodesAndWarnsOnce) {
    std::vector<PlainGraph> graphs = random_graphs(8, 6);
    graphs[2] = graphs[5] = {};
    std::vector<std::string> warnings;
    set_log_sink([&](LogLevel level, std::string_view text) {
        if (level == LogLevel::warning) warnings.emplace_back(text);
    });
    const GramMatrix result = gram(make_dataset(graphs), small_options());
    expect_sound(result);
    for (std::size_t g = 0; g < 8; ++g) {
        EXPECT_EQ(result(2, g), 0);
        EXPECT_EQ(result(g, g), g == 2 || g == 5 ? 0 : 1);
    }
    ASSERT_EQ(warnings.size(), 1U);
    EXPECT_NE(warnings[0].find("2 of 8 graphs have no nodes"), std::string::npos) << warnings[0];
}

TEST_P(EveryKernel, TakesDatasetsWithHardlyAnythingInThem) {
    const GramMatrix one = gram(make_dataset({path_graph(4)}), small_options());
    EXPECT_EQ(values_of(one), std::vector<double>{1});
    const GramMatrix node = gram(make_dataset({path_graph(1), path_graph(1)}), small_options());
    EXPECT_EQ(values_of(node), std::vector<double>(4, 1));
    const GramMatrix empty = gram(make_dataset({{}, {}}, {}, 1), small_options());
    EXPECT_EQ(values_of(empty), std::vector<double>(4, 0));
    EXPECT_EQ(gram(make_dataset({}), small_options()).size(), 0U);
}

TEST_P(EveryKernel, IsOneBetweenEqualGraphs) {
    const std::vector<PlainGraph> graphs(12, cycle_graph(6));
    const GramMatrix result = gram(make_dataset(graphs), small_options());
    for (const double value : result.values()) EXPECT_NEAR(value, 1, 1e-12);
}

TEST_P(EveryKernel, HasFeaturesForNoNodesToo) {
    StageTimes times;
    const auto kernel = make_kernel(Spec::parse(GetParam()), small_options());
    SparseMatrix features;
    try {
        features = kernel->features(make_dataset({{}, {}}, {}, 1), times);
    } catch (const ConfigError&) {
        GTEST_SKIP() << "has no explicit feature map";
    }
    EXPECT_EQ(features.num_rows(), 2U);
    EXPECT_EQ(features.num_entries(), 0U);
}

TEST_P(EveryKernel, TimesItsStages) {
    StageTimes times;
    make_kernel(Spec::parse(GetParam()), small_options())
        ->gram(make_dataset(random_graphs(5, 7)), times);
    for (const auto& [stage, seconds] : times.stages())
        EXPECT_TRUE(stage == "slice" || stage == "embed" || stage == "align" || stage == "kernel")
            << stage;
    EXPECT_GT(times.seconds("kernel"), 0);
}

std::vector<std::string> kernel_names() {
    std::vector<std::string> names;
    for (const MethodInfo& info : list_kernels()) names.emplace_back(info.name);
    return names;
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryKernel, testing::ValuesIn(kernel_names()),
                         [](const auto& kernel) {
                             std::string name = kernel.param;
                             for (char& c : name)
                                 if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
                             return name;
                         });

// The kernel by its definition, from the slices that were aligned.
class DhgakKernel : public testing::TestWithParam<int> {};

TEST_P(DhgakKernel, IsTheMeanAlignmentOfAllSlicePairsSummedOverHops) {
    const Dataset dataset = make_dataset(random_graphs(12, 8));
    AlignOptions options = small_options();
    options.first_hop = GetParam();
    StageTimes times;
    const auto hops = align_slices(dataset, options, times);
    const GramMatrix result = make_kernel(Spec::parse("dhgak"), options)->gram(dataset, times);
    const auto sum = [&](std::size_t g, std::size_t f) {
        const Graph a = dataset.graph(g), b = dataset.graph(f);
        double pairs = 0;  // Eq. 3, 6 and 7
        for (const HopAlignment& hop : hops)
            for (const Clustering& clustering : hop.clusterings)
                for (std::size_t u = a.first_node; u < a.first_node + a.num_nodes(); ++u)
                    for (std::size_t v = b.first_node; v < b.first_node + b.num_nodes(); ++v)
                        pairs += clustering.cluster_of[hop.point_of_node[u]] ==
                                 clustering.cluster_of[hop.point_of_node[v]];
        return pairs / (options.T * static_cast<double>(a.num_nodes() * b.num_nodes()));
    };
    for (std::size_t g = 0; g < 12; ++g)
        for (std::size_t f = 0; f < 12; ++f)
            EXPECT_NEAR(result(g, f), sum(g, f) / std::sqrt(sum(g, g) * sum(f, f)), 1e-12);
}

INSTANTIATE_TEST_SUITE_P(FirstHop, DhgakKernel, testing::Values(0, 1, 3));

TEST(Kernels, AddHopsOneAtATime) {
    const Dataset dataset = make_dataset(random_graphs(15, 9));
    for (const auto& [name, mode] : {std::pair("dhgak", HopKernel::mean_embedding),
                                     std::pair("dhgak-oa", HopKernel::assignment)}) {
        AlignOptions options = small_options();
        StageTimes times;
        const auto hops = align_slices(dataset, options, times);
        GramMatrix sum(15);
        for (int H = 0; H <= 3; ++H) {
            add_hop(sum, count_clusters(hops[static_cast<std::size_t>(H)], dataset.node_offsets),
                    dataset.node_offsets, mode);
            GramMatrix normalized = sum;
            normalize(normalized);
            options.slices.H = H;
            EXPECT_EQ(values_of(normalized),
                      values_of(make_kernel(Spec::parse(name), options)->gram(dataset, times)))
                << name << " at H = " << H;
        }
    }
}

TEST(Kernels, AreMadeByName) {
    const AlignOptions options;
    EXPECT_THROW(make_kernel(Spec::parse("dhgack"), options), ConfigError);
    EXPECT_THROW(make_kernel(Spec::parse("dhgak:depth=3"), options), ConfigError);
    AlignOptions wrong = options;
    wrong.T = 0;
    EXPECT_THROW(make_kernel(Spec::parse("dhgak"), wrong), ConfigError);
    EXPECT_GE(list_kernels().size(), 4U);
}

}  // namespace
}  // namespace dhgak
