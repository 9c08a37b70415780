// SPDX-License-Identifier: MIT
#include <map>

#include <gtest/gtest.h>

#include "dhgak/core/error.h"
#include "embed/embedder.h"
#include "embed/graphs.h"
#include "methods/embedders.h"
#include "slice/sequences.h"

namespace dhgak {
namespace {

FittedEmbedding fit_random(const Slices& slices, const char* spec, std::uint64_t seed) {
    return make_embedder(Spec::parse(spec), {.name = "off", .options = {}})->fit(slices, seed);
}

TEST(RandomVectors, AddUpOverASliceWithOneVectorForEachLabel) {
    const Dataset dataset = random_dataset(20, 4, 1);
    const Slices slices = cut_slices(dataset, {.H = 2, .b = 0});
    const FittedEmbedding fitted = fit_random(slices, "random:size=8", 5);
    std::map<std::uint32_t, std::vector<float>> vector_of_label;  // a node's own slice is its label
    for (std::size_t v = 0; v < dataset.num_nodes(); ++v) {
        const auto row = fitted.hops[0].vectors.row(fitted.hops[0].vector_of_node[v]);
        const std::vector<float> vector(row.begin(), row.end());
        EXPECT_EQ(vector_of_label.try_emplace(dataset.node_labels[v], vector).first->second,
                  vector);
    }
    ASSERT_EQ(vector_of_label.size(), 4u);
    EXPECT_NE(vector_of_label[0], vector_of_label[1]);

    for (std::size_t g = 0; g < dataset.num_graphs(); ++g) {
        SequenceWriter writer(slices, g);
        for (std::size_t v = 0; v < dataset.graph(g).num_nodes(); ++v) {
            std::vector<float> sum(8);
            for (const std::uint32_t label : writer.labels(v, 2))
                for (std::size_t c = 0; c < sum.size(); ++c) sum[c] += vector_of_label[label][c];
            const HopVectors& hop = fitted.hops[2];
            const auto row = hop.vectors.row(hop.vector_of_node[dataset.node_offsets[g] + v]);
            for (std::size_t c = 0; c < sum.size(); ++c) EXPECT_NEAR(row[c], sum[c], 1e-4);
        }
    }
}

TEST(RandomVectors, FollowTheSeed) {
    const Dataset dataset = random_dataset(5, 3, 1);
    const Slices slices = cut_slices(dataset, {.H = 1, .b = 1});
    const Matrix first = fit_random(slices, "random", 1).hops[0].vectors;
    EXPECT_EQ(first.cols(), 32u);
    EXPECT_EQ(fit_random(slices, "random", 1).hops[0].vectors, first);
    EXPECT_FALSE(fit_random(slices, "random", 2).hops[0].vectors == first);
}

TEST(RandomVectors, RefuseASizeThatIsNone) {
    for (const char* spec : {"random:size=0", "random:size=5000", "random:width=3"})
        EXPECT_THROW(make_embedder(Spec::parse(spec), {.name = "off", .options = {}}), ConfigError)
            << spec;
}

}  // namespace
}  // namespace dhgak
