// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "core/random.h"
#include "dhgak/core/error.h"
#include "kernel/every_kernel.h"

namespace dhgak {
namespace {

using namespace testing_support;
using dhgak::random_graphs;

class KernelWithFeatures : public EveryKernel {};
class KernelWithoutFeatures : public EveryKernel {};

TEST_P(EveryKernel, IsSymmetricAndPositiveSemiDefiniteWithAUnitDiagonal) {
    for (const std::string& nlm : language_models(traits())) {
        AlignOptions options = small_options();
        options.nlm = Spec::parse(nlm);
        const GramMatrix result = gram(make_dataset(random_graphs(40, 1)), options);
        expect_sound(result);
        for (std::size_t g = 0; g < result.size(); ++g) EXPECT_EQ(result(g, g), 1);
    }
}

TEST_P(KernelWithoutFeatures, SaysSo) {
    const Dataset dataset = make_dataset(random_graphs(10, 2));
    const auto fitted = fit(dataset, small_options());
    EXPECT_THROW(fitted->training_features(), ConfigError);
    EXPECT_THROW(fitted->features(dataset), ConfigError);
    EXPECT_EQ(fitted->num_feature_entries(fitted->level()), 0U);
    EXPECT_EQ(fitted->num_features(fitted->level()), 0U);
}

TEST_P(KernelWithFeatures, IsTheirInnerProduct) {
    const Dataset dataset = make_dataset(random_graphs(30, 2));
    const auto fitted = fit(dataset, small_options());
    const SparseMatrix features = fitted->training_features();
    EXPECT_EQ(fitted->num_feature_entries(fitted->level()), features.num_entries());
    EXPECT_EQ(fitted->num_features(fitted->level()), features.num_cols);
    GramMatrix products(30);
    add_inner_products(products, features);
    mirror(products);
    const GramMatrix expected = fitted->gram();
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
    // Random frequencies are high now and then, and an arc cosine is steep near 1: both make more
    // of rounding.
    const bool is_steep = GetParam().starts_with("retgk:features") || GetParam() == "graphqntk";
    const double rounding = is_steep ? 1e-10 : 1e-12;
    for (const std::string& nlm : language_models(traits())) {
        std::vector<PlainGraph> graphs = random_graphs(20, 4);
        Random random(5);
        for (std::size_t g = 0; g < 5; ++g)
            graphs.push_back(
                renumbered(graphs[g], random_permutation(random, graphs[g].labels.size())));
        AlignOptions options = small_options();
        options.nlm = Spec::parse(nlm);
        const GramMatrix result = gram(make_dataset(graphs), options);
        for (std::size_t g = 0; g < 5; ++g)
            for (std::size_t other = 0; other < graphs.size(); ++other)
                EXPECT_NEAR(result(g, other), result(20 + g, other), rounding) << nlm;
    }
}

// Where starts of k-means are not drawn from the points: scales and samples must be the same, too.
TEST_P(EveryKernel, DoesNotSeeHowNodesOfAllGraphsAreNumbered) {
    if (traits().uses_slices) return;
    std::vector<PlainGraph> graphs = testing_support::random_graphs(
        25, 21, {.fewest = 8, .sizes = 25, .mean_degree = 1.9, .num_labels = 1});
    graphs.push_back(grid_graph(4, 6));
    Random random(22);
    std::vector<PlainGraph> copies;
    for (const PlainGraph& graph : graphs)
        copies.push_back(renumbered(graph, random_permutation(random, graph.labels.size())));
    const GramMatrix expected = gram(make_dataset(graphs), small_options());
    const GramMatrix found = gram(make_dataset(copies), small_options());
    // RetGK takes nodes whose chances lie within 1e-9 for the same when it draws some.
    for (std::size_t k = 0; k < expected.values().size(); ++k)
        ASSERT_NEAR(found.values()[k], expected.values()[k], 1e-8);
}

// However its options are spelled, it is one kernel: comparisons must not count it twice.
TEST_P(EveryKernel, IsOneFamilyWithDefaultsWrittenOutInAnyOrder) {
    const Spec given = Spec::parse(GetParam());
    const auto family = [](const Spec& spec) {
        return make_kernel(spec, small_options())->family();
    };
    const std::string expected = family(given);
    Spec whole = given;
    for (const MethodInfo& kernel : list_kernels()) {
        if (kernel.name != given.name) continue;
        for (const OptionInfo& option : kernel.options) {
            if (option.fallback.empty() || given.has(option.key)) continue;
            Spec with_one = given;
            with_one.set(option.key, option.fallback);
            EXPECT_EQ(family(with_one), expected) << with_one.text();
            whole.set(option.key, option.fallback);
        }
    }
    EXPECT_EQ(family(whole), expected);
    std::ranges::reverse(whole.options);
    EXPECT_EQ(family(whole), expected);
}

TEST_P(EveryKernel, TakesGraphsWithoutNodesAndLeavesItToOthersToWarn) {
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
    EXPECT_TRUE(warnings.empty()) << warnings[0];
}

TEST_P(EveryKernel, TakesDatasetsWithHardlyAnythingInThem) {
    const GramMatrix one = gram(make_dataset({path_graph(4)}), small_options());
    EXPECT_EQ(values_of(one), std::vector<double>{1});
    const GramMatrix node = gram(make_dataset({path_graph(1), path_graph(1)}), small_options());
    for (const double value : node.values()) EXPECT_NEAR(value, compares_nodes() ? 1 : 0, 1e-12);
    const GramMatrix empty = gram(make_dataset({{}, {}}, {}, 1), small_options());
    EXPECT_EQ(values_of(empty), std::vector<double>(4, 0));
    EXPECT_EQ(gram(make_dataset({}), small_options()).size(), 0U);
}

TEST_P(EveryKernel, IsOneBetweenEqualGraphs) {
    const std::vector<PlainGraph> graphs(12, cycle_graph(6));
    const GramMatrix result = gram(make_dataset(graphs), small_options());
    for (const double value : result.values()) EXPECT_NEAR(value, 1, 1e-12);
}

TEST_P(KernelWithFeatures, HasThemForNoNodesToo) {
    const SparseMatrix features =
        fit(make_dataset({{}, {}}, {}, 1), small_options())->training_features();
    EXPECT_EQ(features.num_rows(), 2U);
    EXPECT_EQ(features.num_entries(), 0U);
}

TEST_P(EveryKernel, TimesItsStages) {
    StageTimes times;
    make_kernel(Spec::parse(GetParam()), small_options())
        ->fit(make_dataset(random_graphs(5, 7)), {times})
        ->gram();
    for (const auto& [stage, seconds] : times.stages())
        EXPECT_TRUE(stage == "slice" || stage == "embed" || stage == "align" || stage == "kernel")
            << stage;
    EXPECT_GT(times.seconds("kernel"), 0);
}

bool has_features(const KernelTraits& traits) { return traits.has_features; }

INSTANTIATE_TEST_SUITE_P(Registry, EveryKernel, testing::ValuesIn(kernel_names()), test_name);
INSTANTIATE_TEST_SUITE_P(Registry, KernelWithFeatures,
                         testing::ValuesIn(kernels_where(has_features)), test_name);
INSTANTIATE_TEST_SUITE_P(Registry, KernelWithoutFeatures,
                         testing::ValuesIn(kernels_where(std::not_fn(has_features))), test_name);

}  // namespace
}  // namespace dhgak
