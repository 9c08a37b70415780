// SPDX-License-Identifier: MIT
#include "graph/coordinates.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "core/random.h"
#include "dhgak/graph/builder.h"

namespace dhgak {
namespace {

double normal(Random& random) {
    return std::sqrt(-2 * std::log(1 - random.uniform())) *
           std::cos(6.283185307 * random.uniform());
}

// Chains of 20 nodes that walk through space by steps of about one length, after `before` and
// before `after` columns of noise.
Dataset make_walks(std::size_t dimensions, std::size_t before, std::size_t after) {
    constexpr std::size_t kNumGraphs = 30, kLength = 20;
    Random random(1);
    Dataset d;
    d.attributes = Matrix(kNumGraphs * kLength, before + dimensions + after);
    for (std::size_t g = 0; g < kNumGraphs; ++g) {
        std::vector<double> position(dimensions);
        for (std::size_t v = 0; v < kLength; ++v) {
            std::vector<double> step(dimensions);
            double square = 0;
            for (double& s : step) {
                s = normal(random) + 0.3;
                square += s * s;
            }
            const double length = 1.4 + 0.1 * normal(random);
            const std::size_t row = g * kLength + v;
            for (std::size_t c = 0; c < d.attributes.cols(); ++c)
                d.attributes(row, c) = static_cast<float>(3 * normal(random));
            for (std::size_t c = 0; c < dimensions; ++c) {
                position[c] += step[c] * length / std::sqrt(square);
                d.attributes(row, before + c) = static_cast<float>(position[c]);
            }
            if (v > 0) d.neighbors.push_back(static_cast<std::uint32_t>(v - 1));
            if (v + 1 < kLength) d.neighbors.push_back(static_cast<std::uint32_t>(v + 1));
            d.arc_offsets.push_back(d.neighbors.size());
        }
        d.node_offsets.push_back((g + 1) * kLength);
    }
    d.node_labels.resize(d.num_nodes());
    return d;
}

using Columns = std::vector<std::size_t>;

TEST(Coordinates, AreFoundAmongOtherColumns) {
    EXPECT_EQ(find_coordinates(make_walks(3, 0, 0)), (Columns{0, 1, 2}));
    EXPECT_EQ(find_coordinates(make_walks(3, 1, 0)), (Columns{1, 2, 3}));
    EXPECT_EQ(find_coordinates(make_walks(3, 2, 2)), (Columns{2, 3, 4}));
    EXPECT_EQ(find_coordinates(make_walks(2, 0, 0)), (Columns{0, 1}));
    EXPECT_EQ(find_coordinates(make_walks(2, 3, 1)), (Columns{3, 4}));
}

TEST(Coordinates, AreNotSeenInNoiseOrConstants) {
    EXPECT_EQ(find_coordinates(make_walks(0, 5, 0)), Columns{});
    EXPECT_EQ(find_coordinates(make_walks(0, 0, 0)), Columns{});
    EXPECT_EQ(find_coordinates(make_walks(1, 0, 0)), Columns{});
    Dataset constant = make_walks(3, 0, 0);
    for (float& value : constant.attributes.values()) value = 1.0F;
    EXPECT_EQ(find_coordinates(constant), Columns{});
    EXPECT_EQ(find_coordinates(Dataset()), Columns{});
}

// Thinned pictures of 20 x 30 pixels with a value each; a node is joined to the ones after it in
// the order of lines, near and far.
Dataset make_pictures(bool shared_places) {
    Random random(2);
    DatasetBuilder builder;
    for (int g = 0; g < 20; ++g) {
        GraphInput graph;
        for (int y = 0; y < 20; ++y)
            for (int x = 0; x < 30; ++x)
                if (random.below(10) == 0)
                    graph.attributes.push_back({static_cast<float>(x), static_cast<float>(y),
                                                static_cast<float>(random.below(256))});
        if (shared_places) graph.attributes[1] = graph.attributes[0];
        graph.num_nodes = graph.attributes.size();
        for (std::uint32_t v = 0; v + 3 < graph.attributes.size(); ++v)
            graph.edges.emplace_back(v, v + 1 + random.below(3));
        builder.add_graph(graph);
    }
    return builder.build();
}

TEST(Coordinates, AreFoundWhereTheyArePixels) {
    EXPECT_EQ(find_coordinates(make_pictures(false)), (Columns{0, 1}));
    EXPECT_EQ(find_coordinates(make_pictures(true)), Columns{});
}

}  // namespace
}  // namespace dhgak
