// SPDX-License-Identifier: MIT
#include "align/alignment.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/random.h"
#include "dhgak/core/error.h"
#include "dhgak/core/log.h"
#include "dhgak/core/parallel.h"

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

AlignmentParts parts_with(const char* cluster, const RunValues& run = {}) {
    AlignmentParts parts;
    parts.slices.H = 2;
    for (const Spec& spec : Spec::parse_list(cluster))
        parts.methods.push_back({spec.name, make_aligner(spec, nullptr, run)});
    return parts;
}

TEST(Alignment, RunsEachMethodTTimesOnEachHop) {
    AlignmentParts options = parts_with("kmeans,kmeans:init=k-means++");
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
    AlignmentParts options = parts_with("kmeans");
    for (const MethodInfo& info : list_aligners()) {
        const Spec spec = {.name = std::string(info.name), .options = {}};
        options.methods = {{spec.name, make_aligner(spec)}};
        const auto hops = align_hops(three_hops(), kGraphs, options);
        const bool once = make_aligner(spec)->is_deterministic();
        EXPECT_EQ(hops[1].clusterings.size(), once ? 1U : 3U) << info.name;
        EXPECT_EQ(hops[1].clustering_weights.front(), once ? 3 : 1) << info.name;
    }
}

TEST(Alignment, GivesEveryExperimentASeedOfItsOwn) {
    const auto hops = align_hops(three_hops(), kGraphs, parts_with("kmeans,kmeans"));
    const std::vector<Clustering>& clusterings = hops[1].clusterings;
    for (std::size_t a = 0; a < clusterings.size(); ++a)
        for (std::size_t b = 0; b < a; ++b)
            EXPECT_NE(clusterings[a].cluster_of, clusterings[b].cluster_of) << a << ' ' << b;
}

TEST(Alignment, TakesTheFactorUnlessAMethodHasItsOwn) {
    AlignmentParts options =
        parts_with("kmeans,kmeans:factor=1,kmeans:k=7", {{"cluster_factor", "0.25"}});
    options.T = 1;
    const auto hops = align_hops(three_hops(), kGraphs, options);
    EXPECT_EQ(hops[1].clusterings[0].num_clusters, 5);
    EXPECT_EQ(hops[1].clusterings[1].num_clusters, 20);
    EXPECT_EQ(hops[1].clusterings[2].num_clusters, 7);
}

TEST(Alignment, LeavesHopsBeforeTheFirstEmpty) {
    AlignmentParts options = parts_with("kmeans");
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
        results.push_back(align_hops(three_hops(), kGraphs, parts_with("kmeans")));
    }
    set_num_threads(0);
    for (std::size_t h = 0; h < 3; ++h)
        for (std::size_t t = 0; t < 3; ++t)
            for (const auto& other : {results[1], results[2]})
                EXPECT_EQ(results[0][h].clusterings[t].cluster_of,
                          other[h].clusterings[t].cluster_of);
}

TEST(Alignment, TellsOnceOfAllThatDidNotConverge) {
    std::vector<std::string> messages;
    set_log_sink([&](LogLevel level, std::string_view text) {
        if (level == LogLevel::info) messages.emplace_back(text);
    });
    const auto hops = align_hops(three_hops(), kGraphs, parts_with("kmeans:iterations=1,tol=0"));
    set_log_sink({});
    EXPECT_GT(count_unfinished(hops), 0U);
    ASSERT_EQ(messages.size(), 1U);
    EXPECT_NE(messages[0].find("of 9 clusterings"), std::string::npos) << messages[0];
}

}  // namespace
}  // namespace dhgak
