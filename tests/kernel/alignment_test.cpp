// SPDX-License-Identifier: MIT
#include "dhgak/kernel/alignment.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "dhgak/core/error.h"
#include "dhgak/core/log.h"
#include "dhgak/core/parallel.h"
#include "dhgak/core/random.h"
#include "support/graphs.h"

namespace dhgak {
namespace {

constexpr std::size_t kGraphs = 20;

HopPoints random_points(std::size_t num_points, std::uint64_t seed) {
    Random random(seed);
    HopPoints hop;
    hop.points = Matrix(num_points, 3);
    for (float& value : hop.points.values()) value = static_cast<float>(random.uniform());
    for (std::uint32_t p = 0; p < num_points; ++p) hop.point_of_node.push_back(p);
    hop.weights.assign(num_points, 1);
    return hop;
}

std::vector<HopPoints> three_hops() {
    return {random_points(60, 1), random_points(200, 2), random_points(120, 3)};
}

AlignOptions options_with(const char* cluster) {
    AlignOptions options;
    options.slices.H = 2;
    options.cluster = Spec::parse_list(cluster);
    return options;
}

TEST(Alignment, RunsEachMethodTTimesOnEachHop) {
    AlignOptions options = options_with("kmeans,kmeans:init=k-means++");
    options.T = 4;
    const auto hops = align_hops(three_hops(), kGraphs, options);
    ASSERT_EQ(hops.size(), 3U);
    for (const HopAlignment& hop : hops) {
        EXPECT_EQ(hop.clusterings.size(), 8U);
        EXPECT_EQ(hop.clustering_weights, std::vector<float>(8, 1));
        for (const Clustering& clustering : hop.clusterings)
            EXPECT_EQ(clustering.cluster_of.size(), hop.point_of_node.size());
    }
}

TEST(Alignment, RunsADeterministicMethodOnceForAllExperiments) {
    AlignOptions options = options_with("kmeans");
    for (const MethodInfo& info : list_aligners()) {
        const Spec spec = {.name = std::string(info.name), .options = {}};
        options.cluster = {spec};
        const auto hops = align_hops(three_hops(), kGraphs, options);
        const bool once = make_aligner(spec)->is_deterministic();
        EXPECT_EQ(hops[1].clusterings.size(), once ? 1U : 3U) << info.name;
        EXPECT_EQ(hops[1].clustering_weights.front(), once ? 3 : 1) << info.name;
    }
}

TEST(Alignment, GivesEveryExperimentASeedOfItsOwn) {
    const auto hops = align_hops(three_hops(), kGraphs, options_with("kmeans,kmeans"));
    const std::vector<Clustering>& clusterings = hops[1].clusterings;
    for (std::size_t a = 0; a < clusterings.size(); ++a)
        for (std::size_t b = 0; b < a; ++b)
            EXPECT_NE(clusterings[a].cluster_of, clusterings[b].cluster_of) << a << ' ' << b;
}

TEST(Alignment, TakesTheFactorUnlessAMethodHasItsOwn) {
    AlignOptions options = options_with("kmeans,kmeans:factor=1,kmeans:k=7");
    options.cluster_factor = 0.25;
    options.T = 1;
    const auto hops = align_hops(three_hops(), kGraphs, options);
    EXPECT_EQ(hops[1].clusterings[0].num_clusters, 5);
    EXPECT_EQ(hops[1].clusterings[1].num_clusters, 20);
    EXPECT_EQ(hops[1].clusterings[2].num_clusters, 7);
}

TEST(Alignment, LeavesHopsBeforeTheFirstEmpty) {
    AlignOptions options = options_with("kmeans");
    const auto all = align_hops(three_hops(), kGraphs, options);
    options.first_hop = 1;
    const auto later = align_hops(three_hops(), kGraphs, options);
    ASSERT_EQ(later.size(), 3U);
    EXPECT_TRUE(later[0].clusterings.empty());
    for (std::size_t t = 0; t < 3; ++t)
        EXPECT_EQ(later[2].clusterings[t].cluster_of, all[2].clusterings[t].cluster_of);
}

TEST(Alignment, IsTheSameAtAnyThreadCount) {
    std::vector<std::vector<HopAlignment>> results;
    for (const std::size_t threads : {1, 2, 8}) {
        set_num_threads(threads);
        results.push_back(align_hops(three_hops(), kGraphs, options_with("kmeans")));
    }
    set_num_threads(0);
    for (std::size_t h = 0; h < 3; ++h)
        for (std::size_t t = 0; t < 3; ++t)
            for (const auto& other : {results[1], results[2]})
                EXPECT_EQ(results[0][h].clusterings[t].cluster_of,
                          other[h].clusterings[t].cluster_of);
}

TEST(Alignment, PutsTheFittedPointsBackIntoTheirClusters) {
    const AlignOptions options = options_with("kmeans,dbscan:eps=0.2");
    const auto fitted = align_hops(three_hops(), kGraphs, options);
    const auto assigned = assign_hops(fitted, three_hops(), options);
    for (std::size_t h = 0; h < 3; ++h) {
        EXPECT_EQ(assigned[h].point_of_node, fitted[h].point_of_node);
        EXPECT_EQ(assigned[h].clustering_weights, fitted[h].clustering_weights);
        ASSERT_EQ(assigned[h].clusterings.size(), 4U);
        for (std::size_t k = 0; k < 3; ++k) {  // those of k-means, each point at its nearest center
            ASSERT_TRUE(fitted[h].clusterings[k].converged);
            EXPECT_EQ(assigned[h].clusterings[k].cluster_of, fitted[h].clusterings[k].cluster_of);
            EXPECT_EQ(assigned[h].clusterings[k].num_clusters,
                      fitted[h].clusterings[k].num_clusters);
        }
    }
}

TEST(Alignment, PutsOtherPointsWhereTheModelsDo) {
    const AlignOptions options = options_with("kmeans");
    const auto fitted = align_hops(three_hops(), kGraphs, options);
    const std::vector<HopPoints> others = {random_points(30, 7), random_points(5, 8),
                                           random_points(1, 9)};
    const auto assigned = assign_hops(fitted, others, options);
    for (std::size_t h = 0; h < 3; ++h)
        for (std::size_t k = 0; k < 3; ++k)
            EXPECT_EQ(assigned[h].clusterings[k].cluster_of,
                      fitted[h].clusterings[k].model->assign(others[h].points));
}

TEST(Alignment, TellsOnceOfAllThatDidNotConverge) {
    std::vector<std::string> messages;
    set_log_sink([&](LogLevel level, std::string_view text) {
        if (level == LogLevel::info) messages.emplace_back(text);
    });
    Random random(4);
    std::vector<testing_support::PlainGraph> graphs;
    for (std::size_t g = 0; g < kGraphs; ++g)
        graphs.push_back(testing_support::random_graph(random, 12, 2.5, 4));
    AlignOptions options = options_with("kmeans:iterations=1,tol=0");
    StageTimes times;
    const auto hops = align_slices(testing_support::make_dataset(graphs), options, times);
    set_log_sink({});
    EXPECT_GT(count_unfinished(hops), 0U);
    ASSERT_EQ(messages.size(), 1U);
    EXPECT_NE(messages[0].find("of 9 clusterings"), std::string::npos) << messages[0];
}

TEST(AlignOptions, AreCheckedByName) {
    const auto reason = [](auto change) -> std::string {
        AlignOptions options;
        change(options);
        try {
            validate(options);
        } catch (const ConfigError& error) {
            return error.what();
        }
        return "accepted";
    };
    const auto expect = [](const std::string& text, const char* part) {
        EXPECT_NE(text.find(part), std::string::npos) << text;
    };
    expect(reason([](AlignOptions&) {}), "accepted");
    expect(reason([](AlignOptions& o) { o.slices.H = 0; }), "accepted");
    expect(reason([](AlignOptions& o) { o.slices.H = -1; }), "H is -1");
    expect(reason([](AlignOptions& o) { o.slices.H = 1001; }), "0..1000");
    expect(reason([](AlignOptions& o) { o.slices.b = -2; }), "b is -2");
    expect(reason([](AlignOptions& o) { o.alpha = -0.1f; }), "alpha is -0.1");
    expect(reason([](AlignOptions& o) { o.alpha = NAN; }), "alpha is nan");
    expect(reason([](AlignOptions& o) { o.cluster = {}; }), "kmeans");
    expect(reason([](AlignOptions& o) { o.cluster_factor = 0; }), "cluster factor is 0");
    expect(reason([](AlignOptions& o) { o.cluster_factor = INFINITY; }), "cluster factor is inf");
    expect(reason([](AlignOptions& o) { o.T = 0; }), "T is 0");
    expect(reason([](AlignOptions& o) { o.first_hop = 6; }), "0..5");
    expect(reason([](AlignOptions& o) { o.first_hop = -1; }), "first hop is -1");
}

}  // namespace
}  // namespace dhgak
