// SPDX-License-Identifier: MIT
#include "kernel/counts/counts.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <Eigen/Eigenvalues>

#include "dhgak/core/error.h"
#include "kernel/counts/compact_counts.h"
#include "kernel/random_alignment.h"
#include "kernels/slices/cluster_counts.h"

namespace dhgak {
namespace {

constexpr CountRule kRules[] = {CountRule::mean, CountRule::intersection};

void add_hop(GramMatrix& gram, const HopAlignment& hop, const std::vector<std::size_t>& offsets,
             CountRule rule) {
    const GraphCounts counts = count_clusters(hop, offsets);
    std::vector<double> lengths(gram.size());
    add_level(gram, lengths, counts, layout_of(counts, cluster_weights(hop)), rule);
    mirror(gram);
    EXPECT_EQ(lengths, std::vector<double>(gram.size()));
}

GramMatrix hop_gram(const HopAlignment& hop, const std::vector<std::size_t>& offsets,
                    CountRule rule) {
    GramMatrix gram(offsets.size() - 1);
    add_hop(gram, hop, offsets, rule);
    return gram;
}

HopAlignment one_clustering(std::vector<std::uint32_t> point_of_node,
                            std::vector<std::int32_t> cluster_of, std::int32_t num_clusters) {
    Clustering clustering;
    clustering.cluster_of = std::move(cluster_of);
    clustering.num_clusters = num_clusters;
    return {.point_of_node = std::move(point_of_node),
            .clusterings = {clustering},
            .clustering_weights = {1}};
}

// The alignment operation M of one experiment: whether two slices share a cluster.
bool aligned(const HopAlignment& hop, std::size_t experiment, std::size_t u, std::size_t v) {
    const std::vector<std::int32_t>& cluster_of = hop.clusterings[experiment].cluster_of;
    return cluster_of[hop.point_of_node[u]] == cluster_of[hop.point_of_node[v]];
}

// Eq. 3.
double alignment_kernel(const HopAlignment& hop, std::size_t u, std::size_t v) {
    double sum = 0, weights = 0;
    for (std::size_t k = 0; k < hop.clusterings.size(); ++k) {
        sum += hop.clustering_weights[k] * aligned(hop, k, u, v);
        weights += hop.clustering_weights[k];
    }
    return sum / weights;
}

// Eq. 6.
double graph_alignment_kernel(const HopAlignment& hop, const std::vector<std::size_t>& offsets,
                              std::size_t g, std::size_t f) {
    double sum = 0;
    for (std::size_t u = offsets[g]; u < offsets[g + 1]; ++u)
        for (std::size_t v = offsets[f]; v < offsets[f + 1]; ++v)
            sum += alignment_kernel(hop, u, v);
    const auto pairs =
        static_cast<double>((offsets[g + 1] - offsets[g]) * (offsets[f + 1] - offsets[f]));
    return pairs > 0 ? sum / pairs : 0;
}

// The most pairs of aligned slices in a one-to-one assignment, by trying all of them. The smaller
// graph is padded with slices that align with none.
double best_assignment(const HopAlignment& hop, std::size_t experiment,
                       const std::vector<std::size_t>& offsets, std::size_t g, std::size_t f) {
    const std::size_t size_g = offsets[g + 1] - offsets[g], size_f = offsets[f + 1] - offsets[f];
    std::vector<std::size_t> partner(std::max(size_g, size_f));
    std::iota(partner.begin(), partner.end(), std::size_t{0});
    int best = 0;
    do {
        int pairs = 0;
        for (std::size_t u = 0; u < size_g; ++u)
            pairs += partner[u] < size_f &&
                     aligned(hop, experiment, offsets[g] + u, offsets[f] + partner[u]);
        best = std::max(best, pairs);
    } while (std::ranges::next_permutation(partner).found);
    return best;
}

double smallest_eigenvalue(const GramMatrix& gram) {
    const auto size = static_cast<Eigen::Index>(gram.size());
    const Eigen::Map<const Eigen::MatrixXd> matrix(gram.values().data(), size, size);
    return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(matrix).eigenvalues().minCoeff();
}

TEST(HopKernel, IsTheMeanAlignmentOverAllPairsOfSlices) {
    const auto offsets = random_offsets(12, 7, 1);
    const HopAlignment hop = random_alignment(offsets.back(), 20, {4, 6, 3}, 2);
    const GramMatrix gram = hop_gram(hop, offsets, CountRule::mean);
    for (std::size_t g = 0; g < 12; ++g)
        for (std::size_t f = 0; f < 12; ++f)
            EXPECT_NEAR(gram(g, f), graph_alignment_kernel(hop, offsets, g, f), 1e-14);
}

TEST(HopKernel, AgreesWithACaseWorkedByHand) {
    // Graph 0 has clusters a, a, b; graph 1 has a, b, b, c; one experiment.
    const HopAlignment hop = one_clustering({0, 0, 1, 0, 1, 1, 2}, {0, 1, 2}, 3);
    const std::vector<std::size_t> offsets = {0, 3, 7};
    const GramMatrix mean = hop_gram(hop, offsets, CountRule::mean);
    EXPECT_NEAR(mean(0, 0), 5.0 / 9, 1e-15);
    EXPECT_NEAR(mean(0, 1), 4.0 / 12, 1e-15);
    EXPECT_NEAR(mean(1, 1), 6.0 / 16, 1e-15);
    const GramMatrix best = hop_gram(hop, offsets, CountRule::intersection);
    EXPECT_EQ(best(0, 0), 3);
    EXPECT_EQ(best(0, 1), 2);
    EXPECT_EQ(best(1, 1), 4);
}

TEST(HopKernel, IsTheBestOfAllAssignments) {
    const auto offsets = random_offsets(8, 6, 3);
    const HopAlignment hop = random_alignment(offsets.back(), 15, {3, 4}, 4);
    const GramMatrix gram = hop_gram(hop, offsets, CountRule::intersection);
    for (std::size_t g = 0; g < 8; ++g)
        for (std::size_t f = 0; f < 8; ++f)
            EXPECT_NEAR(
                gram(g, f),
                (best_assignment(hop, 0, offsets, g, f) + best_assignment(hop, 1, offsets, g, f)) /
                    2,
                1e-14);
}

TEST(HopKernel, AlignsTransitively) {
    // Graphs of one node: the kernel of one experiment is the alignment operation (Theorem 2).
    std::vector<std::size_t> offsets(31);
    std::iota(offsets.begin(), offsets.end(), std::size_t{0});
    for (const CountRule rule : kRules) {
        const GramMatrix gram = hop_gram(random_alignment(30, 12, {4}, 5), offsets, rule);
        for (std::size_t x = 0; x < 30; ++x)
            for (std::size_t y = 0; y < 30; ++y)
                for (std::size_t z = 0; z < 30; ++z) EXPECT_LE(gram(x, y) * gram(y, z), gram(x, z));
    }
}

TEST(HopKernel, SumsHops) {
    const auto offsets = random_offsets(10, 8, 6);
    const HopAlignment first = random_alignment(offsets.back(), 10, {3, 3}, 7);
    const HopAlignment second = random_alignment(offsets.back(), 30, {8, 8}, 8);
    for (const CountRule rule : kRules) {
        GramMatrix both = hop_gram(first, offsets, rule);
        add_hop(both, second, offsets, rule);
        const GramMatrix a = hop_gram(first, offsets, rule), b = hop_gram(second, offsets, rule);
        for (std::size_t k = 0; k < 100; ++k)
            EXPECT_NEAR(both.values()[k], a.values()[k] + b.values()[k], 1e-13);
    }
}

TEST(HopKernel, IsPositiveSemiDefinite) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        const auto offsets = random_offsets(40, 12, seed);
        const HopAlignment hop = random_alignment(offsets.back(), 50, {5, 20, 2}, seed);
        for (const CountRule rule : kRules) {
            GramMatrix gram = hop_gram(hop, offsets, rule);
            EXPECT_GT(smallest_eigenvalue(gram), -1e-9);
            normalize(gram);
            EXPECT_GT(smallest_eigenvalue(gram), -1e-9);
        }
    }
}

TEST(HopKernel, IsTheInnerProductOfItsFeatures) {
    const auto offsets = random_offsets(30, 12, 9);
    const HopAlignment hop = random_alignment(offsets.back(), 40, {5, 9, 3}, 10);
    const GraphCounts counts = count_clusters(hop, offsets);
    const ColumnLayout layout = layout_of(counts, cluster_weights(hop));
    for (const CountRule rule : {CountRule::mean, CountRule::product, CountRule::intersection}) {
        std::vector<double> lengths(30);
        const SparseMatrix features = level_features(counts, layout, rule, lengths);
        GramMatrix products(30);
        add_inner_products(products, features);
        mirror(products);
        const GramMatrix gram = hop_gram(hop, offsets, rule);
        for (std::size_t k = 0; k < 900; ++k)
            EXPECT_NEAR(products.values()[k], gram.values()[k], 1e-13);
        for (std::size_t r = 0; r < 30; ++r)
            EXPECT_TRUE(std::is_sorted(features.columns.begin() + features.row_offsets[r],
                                       features.columns.begin() + features.row_offsets[r + 1],
                                       std::less_equal<>()));
    }
}

TEST(HopKernel, WritesCountsInUnary) {
    // Counts (2, 1) and (0, 3): cluster 0 takes columns 0..1, cluster 1 columns 2..4.
    const HopAlignment hop = one_clustering({0, 0, 1, 1, 1, 1}, {0, 1}, 2);
    const std::vector<std::size_t> offsets = {0, 3, 6};
    const GraphCounts counts = count_clusters(hop, offsets);
    std::vector<double> lengths(2);
    const SparseMatrix features = level_features(counts, layout_of(counts, cluster_weights(hop)),
                                                 CountRule::intersection, lengths);
    EXPECT_EQ(features.num_cols, 5U);
    EXPECT_EQ(features.columns, (std::vector<std::int32_t>{0, 1, 2, 2, 3, 4}));
    EXPECT_EQ(features.values, std::vector<double>(6, 1));
}

TEST(HopKernel, CountsADeterministicMethodAsAllItsExperiments) {
    const auto offsets = random_offsets(10, 8, 11);
    HopAlignment once = random_alignment(offsets.back(), 15, {4, 6}, 12);
    once.clustering_weights = {3, 1};
    HopAlignment repeated = once;
    repeated.clusterings = {once.clusterings[0], once.clusterings[0], once.clusterings[0],
                            once.clusterings[1]};
    repeated.clustering_weights = {1, 1, 1, 1};
    for (const CountRule rule : kRules) {
        const GramMatrix a = hop_gram(once, offsets, rule), b = hop_gram(repeated, offsets, rule);
        for (std::size_t k = 0; k < 100; ++k) EXPECT_NEAR(a.values()[k], b.values()[k], 1e-14);
    }
}

TEST(HopKernel, GivesAGraphWithoutNodesZeros) {
    const HopAlignment hop = random_alignment(4, 4, {2}, 13);
    const std::vector<std::size_t> offsets = {0, 2, 2, 4};
    for (const CountRule rule : kRules) {
        const GramMatrix gram = hop_gram(hop, offsets, rule);
        for (std::size_t g = 0; g < 3; ++g) EXPECT_EQ(gram(1, g), 0);
        EXPECT_GT(gram(0, 0), 0);
    }
}

TEST(ClusterCounts, CountSlicesPerGraphAndCluster) {
    const auto offsets = random_offsets(200, 9, 14);
    const HopAlignment hop = random_alignment(offsets.back(), 25, {4, 7}, 15);
    const GraphCounts counts = count_clusters(hop, offsets);
    ASSERT_EQ(counts.counts.num_cols, 11U);
    ASSERT_EQ(counts.counts.num_rows(), 200U);
    EXPECT_EQ(cluster_weights(hop), std::vector<double>(11, 0.5));
    for (std::size_t g = 0; g < 200; ++g) {
        std::vector<double> row(11), expected(11);
        for (auto e = counts.counts.row_offsets[g]; e < counts.counts.row_offsets[g + 1]; ++e)
            row[static_cast<std::size_t>(counts.counts.columns[e])] = counts.counts.values[e];
        for (std::size_t v = offsets[g]; v < offsets[g + 1]; ++v) {
            ++expected[hop.clusterings[0].cluster_of[hop.point_of_node[v]]];
            ++expected[4 + hop.clusterings[1].cluster_of[hop.point_of_node[v]]];
        }
        EXPECT_EQ(row, expected);
    }
}

TEST(ClusterCounts, LeaveOutPointsInNoCluster) {
    // Graph 0 has a slice in cluster 0 and one in none; graph 1 has none at all.
    const HopAlignment hop = {.point_of_node = {0, 1, 1},
                              .clusterings = {{.cluster_of = {0, kNoCluster}, .num_clusters = 2}},
                              .clustering_weights = {1}};
    const std::vector<std::size_t> offsets = {0, 2, 3};
    const GraphCounts counts = count_clusters(hop, offsets);
    EXPECT_EQ(counts.counts.row_offsets, (std::vector<std::int64_t>{0, 1, 1}));
    EXPECT_EQ(counts.counts.values, std::vector<double>{1});
    EXPECT_EQ(counts.unmatched, (std::vector<Unmatched>{{1, 1, 1}, {1, 1, 1}}));
}

TEST(CompactCounts, GiveBackEveryNumber) {
    const auto offsets = random_offsets(200, 9, 14);
    GraphCounts counts = count_clusters(random_alignment(offsets.back(), 25, {4, 7}, 15), offsets);
    counts.counts.values[3] = 65535;  // the last that 16 bits hold
    counts.counts.values[4] = 65536;
    counts.counts.values[5] = 0.25;
    counts.unmatched[7] = {.things = 2, .weighted = 0.5, .squares = 3};
    for (const bool all_matched : {false, true}) {
        if (all_matched) counts.unmatched[7] = {};
        const GraphCounts back = CompactCounts(counts).expand();
        EXPECT_EQ(back.counts.num_cols, counts.counts.num_cols);
        EXPECT_EQ(back.counts.row_offsets, counts.counts.row_offsets);
        EXPECT_EQ(back.counts.columns, counts.counts.columns);
        EXPECT_EQ(back.counts.values, counts.counts.values);
        EXPECT_EQ(back.sizes, counts.sizes);
        EXPECT_EQ(back.unmatched, all_matched ? std::vector<Unmatched>() : counts.unmatched);
    }
}

// A training graph has 2 and 1 of two columns; a new one 5 and 1, and 3 things of no column.
TEST(NewGraphs, AreAsLongAsAllThatTheyHave) {
    const GraphCounts training = {
        .counts = {.num_cols = 2, .row_offsets = {0, 2}, .columns = {0, 1}, .values = {2, 1}},
        .sizes = {3},
        .unmatched = {}};
    const GraphCounts fresh = {
        .counts = {.num_cols = 2, .row_offsets = {0, 2}, .columns = {0, 1}, .values = {5, 1}},
        .sizes = {9},
        .unmatched = {{.things = 3, .weighted = 3, .squares = 9}}};
    const ColumnLayout layout = layout_of(training, {1, 1});
    EXPECT_EQ(layout.max_count, (std::vector<std::uint32_t>{2, 1}));
    GraphCounts both = training;
    append(both, fresh);
    const auto expect = [&](CountRule rule, double cross, double self) {
        GramMatrix gram(2);
        std::vector<double> lengths(2);
        add_level(gram, lengths, both, layout, rule);
        mirror(gram);
        EXPECT_NEAR(gram(0, 1), cross, 1e-12);
        EXPECT_NEAR(gram(1, 1) + lengths[1], self, 1e-12);
        // The features say the same, though those of the new graph end where training ended.
        std::vector<double> beyond(2);
        const SparseMatrix features = level_features(both, layout, rule, beyond);
        GramMatrix products(2);
        add_inner_products(products, features);
        mirror(products);
        EXPECT_NEAR(products(0, 1), cross, 1e-12);
        EXPECT_NEAR(products(1, 1) + beyond[1], self, 1e-12);
    };
    expect(CountRule::product, 11, 25 + 1 + 9);
    expect(CountRule::mean, 11.0 / 27, 35.0 / 81);
    expect(CountRule::intersection, 3, 5 + 1 + 3);
}

TEST(ColumnLayouts, OfPartsMergeToThatOfTheWhole) {
    const auto offsets = random_offsets(40, 9, 21);
    const HopAlignment hop = random_alignment(offsets.back(), 25, {4, 7}, 22);
    const GraphCounts whole = count_clusters(hop, offsets);
    const auto rows = [&](std::size_t begin, std::size_t end) {
        GraphCounts part;
        part.counts.num_cols = whole.counts.num_cols;
        for (std::size_t g = begin; g < end; ++g) {
            for (auto e = whole.counts.row_offsets[g]; e < whole.counts.row_offsets[g + 1]; ++e) {
                part.counts.columns.push_back(whole.counts.columns[e]);
                part.counts.values.push_back(whole.counts.values[e]);
            }
            part.counts.row_offsets.push_back(std::ssize(part.counts.columns));
        }
        return part;
    };
    ColumnLayout merged = layout_of(rows(0, 13), cluster_weights(hop));
    merged.merge(layout_of(rows(13, 40), cluster_weights(hop)));
    EXPECT_EQ(merged.max_count, layout_of(whole, cluster_weights(hop)).max_count);
}

TEST(ColumnLayouts, KeepTheLargestCountThatTheyCanHold) {
    GraphCounts counts;
    counts.counts = {.num_cols = 1, .row_offsets = {0, 1}, .columns = {0}, .values = {1e10}};
    counts.sizes = {1};
    EXPECT_EQ(layout_of(counts, {1.0}).max_count, (std::vector<std::uint32_t>{0xFFFFFFFF}));
}

TEST(ClusterCounts, RejectClusteringsThatDoNotFit) {
    const std::vector<std::size_t> offsets = {0, 2, 5};
    const HopAlignment good = random_alignment(5, 3, {2}, 16);
    HopAlignment bad = good;
    bad.clusterings[0].cluster_of[1] = 2;
    EXPECT_THROW(count_clusters(bad, offsets), InputError);
    bad.clusterings[0].cluster_of[1] = -2;
    EXPECT_THROW(count_clusters(bad, offsets), InputError);
    bad = good;
    bad.point_of_node[0] = 3;
    EXPECT_THROW(count_clusters(bad, offsets), InputError);
    bad = good;
    bad.point_of_node.pop_back();
    EXPECT_THROW(count_clusters(bad, offsets), InputError);
}

}  // namespace
}  // namespace dhgak
