// SPDX-License-Identifier: MIT
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "dhgak/core/error.h"
#include "embed/embedder.h"
#include "embed/graphs.h"
#include "methods/embedders.h"
#include "slice/sequences.h"

namespace dhgak {
namespace {

FittedEmbedding fit(const Slices& slices, const std::string& attributes) {
    return make_embedder(Spec::parse("label"), Spec::parse(attributes))->fit(slices, 0);
}

std::vector<float> row_of(const HopVectors& hop, std::size_t node) {
    const auto row = hop.vectors.row(hop.vector_of_node[node]);
    return {row.begin(), row.end()};
}

// A path of three nodes whose attributes standardise to -1.2247, 0, 1.2247 and 0, 0, 0.
Dataset path() {
    Dataset dataset = make_dataset({{{0, 1, 0}, {{0, 1}, {1, 2}}}}, 2);
    dataset.attributes = Matrix(3, 2);
    for (std::size_t v = 0; v < 3; ++v) {
        dataset.attributes(v, 0) = static_cast<float>(10 + 2 * v);
        dataset.attributes(v, 1) = 0.1f;
    }
    return dataset;
}

TEST(Attributes, SumStandsBesideTheLabels) {
    const Dataset dataset = path();
    const FittedEmbedding fitted = fit(cut_slices(dataset, {.H = 1, .b = 1}), "sum");
    const auto z = static_cast<float>(std::sqrt(1.5));
    const std::vector<float> expected = {1, 1, -z, 0};  // S_0^1(0) = 0 1
    for (std::size_t c = 0; c < 4; ++c)
        EXPECT_NEAR(row_of(fitted.hops[0], 0)[c], expected[c], 1e-6);
    EXPECT_EQ(row_of(fitted.hops[1], 1), (std::vector<float>{2, 2, 0, 0}));  // 0 1, 2 1
}

TEST(Attributes, MeanHasTheLogarithmOfTheLengthBeside) {
    const Dataset dataset = path();
    const FittedEmbedding fitted = fit(cut_slices(dataset, {.H = 0, .b = 1}), "mean:weight=2");
    const std::vector<float> row = row_of(fitted.hops[0], 0);
    ASSERT_EQ(row.size(), 5u);
    EXPECT_FLOAT_EQ(row[0], 0.5f);
    EXPECT_FLOAT_EQ(row[1], 0.5f);
    EXPECT_NEAR(row[2], -std::sqrt(1.5), 1e-6);
    EXPECT_EQ(row[3], 0.0f) << "a constant column";
    EXPECT_FLOAT_EQ(row[4], std::log(2.0f));
}

class AttributeSums : public testing::TestWithParam<SliceOptions> {};

TEST_P(AttributeSums, AreTheSumsOverTheSequences) {
    Dataset dataset = random_dataset(30, 3, 1);
    append_graph(dataset, {{2, 0, 0}, {{1, 2}}});  // an isolated node
    Random random(6);
    append_graph(dataset, random_graph(100, 3, random));
    add_random_attributes(dataset, 2, 4);
    const Slices slices = cut_slices(dataset, GetParam());
    const FittedEmbedding fitted = fit(slices, "sum:weight=0.5");

    const auto num_nodes = static_cast<double>(dataset.num_nodes());
    for (std::size_t c = 0; c < 2; ++c) {
        double mean = 0.0, variance = 0.0;
        for (std::size_t v = 0; v < dataset.num_nodes(); ++v)
            mean += dataset.attributes(v, c) / num_nodes;
        for (std::size_t v = 0; v < dataset.num_nodes(); ++v)
            variance += std::pow(dataset.attributes(v, c) - mean, 2) / num_nodes;
        for (std::size_t g = 0; g < dataset.num_graphs(); ++g) {
            SequenceWriter writer(slices, g);
            const std::size_t first = dataset.node_offsets[g];
            for (std::size_t v = 0; v < dataset.graph(g).num_nodes(); ++v)
                for (int h = 0; h < slices.num_hops(); ++h) {
                    double sum = 0.0;
                    for (const std::uint32_t u : writer.nodes(v, h))
                        sum += (dataset.attributes(first + u, c) - mean) / std::sqrt(variance);
                    EXPECT_NEAR(row_of(fitted.hops[static_cast<std::size_t>(h)], first + v)[3 + c],
                                0.5 * sum, 1e-4);
                }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Options, AttributeSums,
                         testing::Values(SliceOptions{.H = 3, .b = 0}, SliceOptions{.H = 3, .b = 2},
                                         SliceOptions{
                                             .H = 4, .b = 1, .short_hops = ShortHops::empty},
                                         SliceOptions{.H = 2, .b = 1, .hop0 = FirstSlice::label},
                                         SliceOptions{.H = 0, .b = 3}));

TEST(Attributes, AreZeroForAnEmptySlice) {
    Dataset dataset = make_dataset({{{1}, {}}, {{0, 0}, {{0, 1}}}}, 2);
    add_random_attributes(dataset, 2, 4);
    const Slices slices = cut_slices(dataset, {.H = 1, .b = 0, .short_hops = ShortHops::empty});
    for (const char* mode : {"mean", "sum"}) {
        const FittedEmbedding fitted = fit(slices, mode);
        for (const float x : row_of(fitted.hops[1], 0)) EXPECT_EQ(x, 0.0f);
    }
}

TEST(Attributes, AreStandardisedAsInTheFittedDataset) {
    const Dataset dataset = path();
    const FittedEmbedding fitted = fit(cut_slices(dataset, {.H = 0, .b = 0}), "sum");
    Dataset other = make_dataset({{{0}, {}}}, 2);
    other.attributes = Matrix(1, 2);
    other.attributes(0, 0) = 14.0f;
    const Slices slices = cut_slices(other, {.H = 0, .b = 0});
    EXPECT_NEAR(row_of(fitted.model->embed(slices)[0], 0)[2], std::sqrt(1.5), 1e-6);
    other.attributes = Matrix(1, 3);
    EXPECT_THROW(fitted.model->embed(slices), InputError);
}

TEST(Attributes, ShareARowWhereSlicesAndAttributesAreEqual) {
    Dataset dataset =
        make_dataset({{{0, 1, 1}, {{0, 1}, {0, 2}}}, {{1, 1, 0}, {{0, 2}, {1, 2}}}}, 2);
    dataset.attributes = Matrix(6, 1);
    for (std::size_t v = 0; v < 6; ++v)
        dataset.attributes(v, 0) = dataset.node_labels[v] == 0 ? 0.3f : 0.7f;
    const FittedEmbedding fitted = fit(cut_slices(dataset, {.H = 1, .b = 1}), "mean");
    EXPECT_EQ(fitted.hops[0].vector_of_node, (std::vector<std::uint32_t>{0, 1, 1, 1, 1, 0}));
}

TEST(Attributes, MustBeThere) {
    const Dataset dataset = random_dataset(3, 2, 1);
    const Slices slices = cut_slices(dataset, {.H = 1, .b = 0});
    EXPECT_THROW(fit(slices, "mean"), ConfigError);
    EXPECT_NO_THROW(fit(slices, "off"));
}

TEST(Attributes, RefuseOptionsTheyCannotUse) {
    for (const char* text : {"maen", "mean:wieght=1", "sum:weight=-1", "off:weight=1"})
        EXPECT_THROW(make_embedder(Spec::parse("label"), Spec::parse(text)), ConfigError) << text;
}

}  // namespace
}  // namespace dhgak
