// SPDX-License-Identifier: MIT
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/random.h"
#include "dhgak/core/error.h"
#include "kernel/edge_labelled.h"
#include "kernel/fit.h"
#include "kernels/gradual/gradual_colors.h"
#include "kernels/gradual/sparse_kmeans.h"
#include "kernels/registry.h"
#include "support/graphs.h"

namespace dhgak {
namespace {

using namespace testing_support;

SparseRows numbers_on_a_line(const std::vector<double>& numbers) {
    SparseRows rows;
    const std::uint64_t dimension = 7;
    for (const double number : numbers) rows.add({&dimension, 1}, {&number, 1});
    return rows;
}

TEST(SparseKmeans, FindsGroupsThatLieApart) {
    const std::vector<double> numbers = {1, 2, 3, 101, 102, 103, 1001};
    const SparseRows centers = sparse_kmeans(numbers_on_a_line(numbers), std::vector(7, 1.0),
                                             {.clusters = 3, .starts = 20, .seed = 1});
    ASSERT_EQ(centers.size(), 3U);
    EXPECT_NEAR(centers.values[0], 2, 1e-12);
    EXPECT_NEAR(centers.values[1], 102, 1e-12);
    EXPECT_NEAR(centers.values[2], 1001, 1e-12);
}

TEST(SparseKmeans, CountsARowAsOftenAsItsWeight) {
    const SparseRows centers =
        sparse_kmeans(numbers_on_a_line({0.5, 1, 9}), std::vector{1.0, 3.0, 1.0},
                      {.clusters = 2, .starts = 20, .seed = 1});
    ASSERT_EQ(centers.size(), 2U);
    EXPECT_NEAR(centers.values[0], (0.5 + 3 * 1) / 4, 1e-12);
}

// Against distances that are added up dimension by dimension.
TEST(SparseKmeans, AssignsToTheNearestCentre) {
    Random random(3);
    const auto row = [&](std::vector<std::uint64_t>& dimensions, std::vector<double>& values) {
        dimensions.clear();
        values.clear();
        for (std::uint64_t k = 0; k < 12; ++k)
            if (random.below(3) == 0) {
                dimensions.push_back(k);
                values.push_back(static_cast<double>(1 + random.below(4)));
            }
    };
    std::vector<std::uint64_t> dimensions;
    std::vector<double> values;
    for (int round = 0; round < 100; ++round) {
        SparseRows centers;
        for (int c = 0; c < 5; ++c) {
            row(dimensions, values);
            centers.add(dimensions, values);
        }
        row(dimensions, values);
        const std::size_t nearest = nearest_center(centers, 1, 5, dimensions, values);
        const auto at = [](const auto& d, const auto& v, std::uint64_t k) {
            for (std::size_t i = 0; i < d.size(); ++i)
                if (d[i] == k) return v[i];
            return 0.0;
        };
        const auto distance = [&](std::size_t c) {
            double sum = 0;
            for (std::uint64_t k = 0; k < 12; ++k)
                sum += std::pow(at(dimensions, values, k) -
                                    at(centers.dimensions_of(c), centers.values_of(c), k),
                                2);
            return sum;
        };
        for (std::size_t c = 1; c < 5; ++c) EXPECT_LE(distance(nearest), distance(c) + 1e-9);
    }
}

class GradualRefinement : public testing::Test {
protected:
    Dataset dataset = edge_labelled_graphs(60, 12, 2, 5);

    WlColors learn(std::size_t clusters, bool edges) const {
        WlColors colors;
        const GradualColors gradual(
            dataset, {.rounds = 8, .clusters = clusters, .edge_labels = edges}, colors);
        return colors;
    }

    static std::set<std::pair<std::uint32_t, std::uint32_t>> pairs(
        const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
        std::set<std::pair<std::uint32_t, std::uint32_t>> result;
        for (std::size_t v = 0; v < a.size(); ++v) result.emplace(a[v], b[v]);
        return result;
    }
};

TEST_F(GradualRefinement, SplitsAColourIntoAFewAndNeverJoinsTwo) {
    for (const std::size_t clusters : {2U, 4U}) {
        const WlColors colors = learn(clusters, false);
        for (std::size_t r = 1; r < colors.size(); ++r) {
            const auto steps = pairs(colors[r - 1], colors[r]);
            std::set<std::uint32_t> children;
            std::map<std::uint32_t, std::size_t> of_parent;
            for (const auto& [parent, child] : steps) {
                EXPECT_TRUE(children.insert(child).second);
                EXPECT_LE(++of_parent[parent], clusters);
            }
        }
    }
}

// Each partition is coarser than the one of plain refinement, and so many clusters that every
// neighbourhood has its own give just that.
TEST_F(GradualRefinement, IsCoarserThanPlainRefinementAndReachesIt) {
    for (const bool edges : {false, true}) {
        WlColors plain;
        const WlColoring coloring(dataset, {.rounds = 8, .edge_labels = edges}, &plain);
        for (const std::size_t clusters : {3U, 1000U}) {
            const WlColors colors = learn(clusters, edges);
            for (std::size_t r = 0; r < colors.size(); ++r) {
                const auto both = pairs(plain[r], colors[r]);
                std::set<std::uint32_t> distinct(plain[r].begin(), plain[r].end());
                EXPECT_EQ(both.size(), distinct.size()) << r;
                if (clusters == 1000) {
                    std::set<std::uint32_t> ours(colors[r].begin(), colors[r].end());
                    EXPECT_EQ(both.size(), ours.size()) << r;
                }
            }
        }
    }
}

TEST_F(GradualRefinement, DoesNotSeeTheOrderOfGraphs) {
    std::vector<std::size_t> backwards;
    for (std::size_t g = dataset.num_graphs(); g-- > 0;) backwards.push_back(g);
    const auto forward = fit("gwl:rounds=4", dataset)->gram();
    const auto other = fit("gwl:rounds=4", subset(dataset, backwards))->gram();
    for (std::size_t g = 0; g < backwards.size(); ++g)
        for (std::size_t f = 0; f < backwards.size(); ++f)
            EXPECT_EQ(forward(backwards[g], backwards[f]), other(g, f));
}

// So many clusters that neighbourhoods never mix: the kernels on plain colours.
TEST_F(GradualRefinement, GivesThePlainKernelsInTheLimit) {
    const auto near = [&](const char* ours, const char* plain) {
        const GramMatrix a = fit(ours, dataset)->gram(), b = fit(plain, dataset)->gram();
        for (std::size_t k = 0; k < a.values().size(); ++k)
            ASSERT_NEAR(a.values()[k], b.values()[k], 1e-12);
    };
    near("gwl:rounds=3,k=1000", "wl:rounds=3");
    near("gwl-oa:rounds=3,k=1000,edges=yes", "wl-oa:rounds=3,edges=yes");
}

// A neighbourhood that training has not is taken for the nearest one it has.
TEST(Gwl, AssignsNewNeighbourhoodsToTheNearestCentre) {
    const auto fitted =
        fit("gwl:rounds=1", make_dataset({bipartite_graph(1, 1), bipartite_graph(1, 9)}));
    NewGraphNotes notes;
    const CrossGram cross = fitted->against_training(make_dataset({bipartite_graph(1, 8)}), notes);
    // Round 0: 9 nodes of 10. Round 1: hubs meet, and leaves meet leaves (and the nodes of an
    // edge).
    const double own = 9 * 9 + 1 + 8 * 8;
    EXPECT_NEAR(cross.values[1], (9 * 10 + 1 + 8 * 9) / std::sqrt(own * (10 * 10 + 1 + 9 * 9)),
                1e-12);
    EXPECT_EQ(notes.unmatched_things, 0U);
}

TEST(Gwl, DependsOnTheSeed) {
    const Dataset dataset = edge_labelled_graphs(60, 30, 1, 6);
    const auto gram = [&](std::uint64_t seed) {
        StageTimes times;
        const auto kernel = make_kernel(Spec::parse("gwl:starts=1"), {}, {.seed = seed});
        const GramMatrix result = kernel->fit(dataset, {times})->gram();
        return std::vector<double>(result.values().begin(), result.values().end());
    };
    EXPECT_EQ(gram(1), gram(1));
    EXPECT_NE(gram(1), gram(2));
}

TEST(Gwl, RefusesOptionsOutOfRange) {
    for (const char* kernel : {"gwl:k=1", "gwl:k=1001", "gwl:starts=0", "gwl:rounds=101",
                               "gwl-oa:edges=maybe", "gwl:rule=oa"})
        EXPECT_THROW(make_kernel(Spec::parse(kernel), {}), ConfigError) << kernel;
}

}  // namespace
}  // namespace dhgak
