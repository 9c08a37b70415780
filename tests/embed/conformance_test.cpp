// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "dhgak/core/error.h"
#include "dhgak/core/parallel.h"
#include "embed/embedder.h"
#include "embed/graphs.h"
#include "methods/embedders.h"
#include "slice/sequences.h"

namespace dhgak {
namespace {

using Config = std::tuple<std::string, std::string>;

std::vector<std::string> names(const std::vector<MethodInfo>& methods) {
    std::vector<std::string> result;
    for (const MethodInfo& method : methods) result.emplace_back(method.name);
    return result;
}

void expect_equal(const std::vector<HopVectors>& a, const std::vector<HopVectors>& b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t h = 0; h < a.size(); ++h) {
        EXPECT_EQ(a[h].vectors, b[h].vectors);
        EXPECT_EQ(a[h].vector_of_node, b[h].vector_of_node);
    }
}

// BERT needs weights, which a test cannot count on: it trains a small model instead.
Spec spec_of(const std::string& name) {
    return Spec::parse(name == "bert" ? "bert:scratch,layers=1,width=32,epochs=1,sentences=100"
                                      : name);
}

// Every registered embedder under every attribute mode.
class EveryEmbedder : public testing::TestWithParam<Config> {
protected:
    EveryEmbedder() : dataset_(random_dataset(50, 3, 1)) {
        append_graph(dataset_, {{}, {}});
        append_graph(dataset_, {{2}, {}});
        add_random_attributes(dataset_, 2, 3);
    }

    void SetUp() override {
        try {
            make_embedder(spec_of(std::get<0>(GetParam())), {.name = "off", .options = {}});
        } catch (const ConfigError& error) {
            if (std::string_view(error.what()).find("LibTorch") == std::string_view::npos) throw;
            GTEST_SKIP() << error.what();
        }
    }

    FittedEmbedding fit(const Slices& slices, std::uint64_t seed = 1) const {
        return make_embedder(spec_of(std::get<0>(GetParam())),
                             {.name = std::get<1>(GetParam()), .options = {}})
            ->fit(slices, seed);
    }

    Dataset dataset_;
};

TEST_P(EveryEmbedder, GivesFiniteRowsOfOneLengthForEveryNode) {
    const FittedEmbedding fitted = fit(cut_slices(dataset_, {.H = 3, .b = 1}));
    ASSERT_EQ(fitted.hops.size(), 4u);
    for (const HopVectors& hop : fitted.hops) {
        EXPECT_EQ(hop.vectors.cols(), fitted.hops[0].vectors.cols());
        ASSERT_EQ(hop.vector_of_node.size(), dataset_.num_nodes());
        EXPECT_LT(std::ranges::max(hop.vector_of_node), hop.vectors.rows());
        EXPECT_TRUE(
            std::ranges::all_of(hop.vectors.values(), [](float x) { return std::isfinite(x); }));
    }
}

TEST_P(EveryEmbedder, GivesTheSameBitsForTheSameSeedAtAnyThreadCount) {
    const Slices slices = cut_slices(dataset_, {.H = 3, .b = 1});
    set_num_threads(1);
    const FittedEmbedding expected = fit(slices);
    for (const std::size_t threads : {1, 2, 8}) {
        set_num_threads(threads);
        expect_equal(fit(slices).hops, expected.hops);
    }
    set_num_threads(0);
}

TEST_P(EveryEmbedder, EmbedsWhatItWasFittedOnAsItDidThen) {
    const Slices slices = cut_slices(dataset_, {.H = 2, .b = 1});
    const FittedEmbedding fitted = fit(slices);
    expect_equal(fitted.model->embed(slices), fitted.hops);
}

TEST_P(EveryEmbedder, GivesTheHopsOfASmallerHIfItSaysTheyStandAlone) {
    const auto embedder = make_embedder(spec_of(std::get<0>(GetParam())),
                                        {.name = std::get<1>(GetParam()), .options = {}});
    if (!embedder->hops_stand_alone()) GTEST_SKIP() << "it learns from all hops at once";
    const FittedEmbedding expected = fit(cut_slices(dataset_, {.H = 1, .b = 1}));
    FittedEmbedding larger = fit(cut_slices(dataset_, {.H = 3, .b = 1}));
    larger.hops.resize(2);
    expect_equal(larger.hops, expected.hops);
}

TEST_P(EveryEmbedder, GivesEqualSlicesEqualRows) {
    // The same graphs once more: their nodes must find the rows of the first copy.
    Dataset doubled = random_dataset(20, 3, 1);
    const std::size_t half = doubled.num_nodes();
    const Dataset once = doubled;
    for (std::size_t g = 0; g < once.num_graphs(); ++g) {
        PlainGraph copy{.labels = {once.graph(g).labels.begin(), once.graph(g).labels.end()}};
        for (std::uint32_t v = 0; v < copy.labels.size(); ++v)
            for (const std::uint32_t u : once.graph(g).neighbors(v)) copy.edges.emplace_back(v, u);
        append_graph(doubled, copy);
    }
    add_random_attributes(doubled, 2, 3);
    for (std::size_t v = 0; v < half; ++v)
        std::ranges::copy(doubled.attributes.row(v), doubled.attributes.row(half + v).begin());
    for (const HopVectors& hop : fit(cut_slices(doubled, {.H = 2, .b = 1})).hops)
        for (std::size_t v = 0; v < half; ++v)
            EXPECT_EQ(hop.vector_of_node[v], hop.vector_of_node[half + v]);
}

TEST_P(EveryEmbedder, AcceptsASingleNode) {
    Dataset dataset = make_dataset({{{1}, {}}}, 2);
    add_random_attributes(dataset, 2, 3);
    const FittedEmbedding fitted = fit(cut_slices(dataset, {.H = 2, .b = 1}));
    for (const HopVectors& hop : fitted.hops) {
        EXPECT_EQ(hop.vectors.rows(), 1u);
        EXPECT_TRUE(
            std::ranges::all_of(hop.vectors.values(), [](float x) { return std::isfinite(x); }));
    }
}

TEST_P(EveryEmbedder, AcceptsGraphsWithoutNodes) {
    Dataset dataset = make_dataset({{{}, {}}, {{}, {}}}, 2);
    dataset.attributes = Matrix(0, 2);
    const FittedEmbedding fitted = fit(cut_slices(dataset, {.H = 1, .b = 1}));
    ASSERT_EQ(fitted.hops.size(), 2u);
    for (const HopVectors& hop : fitted.hops) {
        EXPECT_EQ(hop.vectors.rows(), 0u);
        EXPECT_TRUE(hop.vector_of_node.empty());
    }
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryEmbedder,
                         testing::Combine(testing::ValuesIn(names(list_embedders())),
                                          testing::ValuesIn(names(list_attribute_modes()))),
                         [](const testing::TestParamInfo<Config>& config) {
                             return std::get<0>(config.param) + "_" + std::get<1>(config.param);
                         });

}  // namespace
}  // namespace dhgak
