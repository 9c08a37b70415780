// SPDX-License-Identifier: MIT
#include <cmath>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "align/cloud.h"
#include "dhgak/align/aligner.h"
#include "dhgak/core/error.h"
#include "dhgak/core/parallel.h"

namespace dhgak {
namespace {

using testing_align::matrix_of;
using testing_align::random_cloud;
using testing_align::random_weights;

// What holds for every registered method.
class EveryAligner : public testing::TestWithParam<std::string> {
protected:
    std::unique_ptr<Aligner> aligner() const { return make_aligner(Spec::parse(GetParam())); }
};

void expect_dense(const Clustering& clustering, std::size_t num_points) {
    ASSERT_EQ(clustering.cluster_of.size(), num_points);
    std::int32_t next = 0;  // ids are numbered by first occurrence
    for (const std::int32_t cluster : clustering.cluster_of) {
        ASSERT_GE(cluster, 0);
        ASSERT_LE(cluster, next);
        if (cluster == next) ++next;
    }
    EXPECT_EQ(clustering.num_clusters, next);
    ASSERT_EQ(clustering.cluster_of_center.size(), clustering.centers.rows());
    for (const std::int32_t cluster : clustering.cluster_of_center) {
        EXPECT_GE(cluster, 0);
        EXPECT_LT(cluster, clustering.num_clusters);
    }
}

TEST_P(EveryAligner, MakesNothingOfNoPoints) {
    const Matrix none(0, 3);
    const Clustering clustering = aligner()->cluster({none, {}, 10}, 1);
    expect_dense(clustering, 0);
    EXPECT_TRUE(aligner()->assign(clustering, none).empty());
}

TEST_P(EveryAligner, GivesOnePointOneCluster) {
    const Matrix one = matrix_of({{1, 2, 3}});
    const Clustering clustering = aligner()->cluster({one, {}, 10}, 1);
    EXPECT_EQ(clustering.cluster_of, std::vector<std::int32_t>{0});
    EXPECT_EQ(clustering.num_clusters, 1);
}

TEST_P(EveryAligner, PutsEqualPointsTogether) {
    Matrix equal(40, 4);
    for (float& value : equal.values()) value = 7.5f;
    const Clustering clustering = aligner()->cluster({equal, {}, 20}, 1);
    expect_dense(clustering, 40);
    EXPECT_EQ(clustering.num_clusters, 1);
}

TEST_P(EveryAligner, KeepsEqualPointsTogetherAmongOthers) {
    Matrix cloud = random_cloud(300, 3, 5);
    for (std::size_t r = 0; r < 150; ++r)
        for (std::size_t c = 0; c < 3; ++c) cloud(299 - r, c) = cloud(r, c);
    const Clustering clustering = aligner()->cluster({cloud, {}, 40}, 1);
    expect_dense(clustering, 300);
    for (std::size_t r = 0; r < 150; ++r)
        EXPECT_EQ(clustering.cluster_of[r], clustering.cluster_of[299 - r]) << r;
}

TEST_P(EveryAligner, CopesWithFewerPointsThanClusters) {
    const Matrix few = matrix_of({{0, 0}, {9, 0}, {0, 9}, {9, 9}});
    const Clustering clustering = aligner()->cluster({few, {}, 100}, 1);
    expect_dense(clustering, 4);
}

TEST_P(EveryAligner, CopesWithPointsOfNoDimension) {
    const Matrix points(5, 0);
    expect_dense(aligner()->cluster({points, {}, 4}, 1), 5);
}

TEST_P(EveryAligner, FindsTwoFarBlobs) {
    Matrix blobs(200, 2);
    for (std::size_t r = 0; r < 200; ++r) {
        const auto angle = static_cast<float>(r);
        blobs(r, 0) = 0.2f * std::cos(angle) + (r % 2 == 0 ? 0.0f : 50.0f);
        blobs(r, 1) = 0.2f * std::sin(angle);
    }
    const Clustering clustering = aligner()->cluster({blobs, {}, 1}, 3);
    expect_dense(clustering, 200);
    EXPECT_EQ(clustering.num_clusters, 2);
    for (std::size_t r = 0; r < 200; ++r)
        EXPECT_EQ(clustering.cluster_of[r], static_cast<std::int32_t>(r % 2)) << r;
}

TEST_P(EveryAligner, GivesTheSameForTheSameSeedAtAnyThreadCount) {
    const Matrix cloud = random_cloud(6000, 7, 11);
    const std::vector<float> weights = random_weights(6000, 12);
    set_num_threads(1);
    const Clustering first = aligner()->cluster({cloud, weights, 120}, 42);
    expect_dense(first, 6000);
    for (const std::size_t threads : {1, 2, 8}) {
        set_num_threads(threads);
        const Clustering again = aligner()->cluster({cloud, weights, 120}, 42);
        EXPECT_EQ(again.cluster_of, first.cluster_of);
        EXPECT_EQ(again.centers, first.centers);
        EXPECT_EQ(again.spreads, first.spreads);
        EXPECT_EQ(again.log_shares, first.log_shares);
        EXPECT_EQ(again.iterations, first.iterations);
        EXPECT_EQ(aligner()->assign(again, cloud), aligner()->assign(first, cloud));
    }
    set_num_threads(0);
}

TEST_P(EveryAligner, SaysWhetherTheSeedMatters) {
    const Matrix cloud = random_cloud(2000, 3, 21, 1);
    const auto method = aligner();
    if (method->is_deterministic())
        EXPECT_EQ(method->cluster({cloud, {}, 100}, 1).cluster_of,
                  method->cluster({cloud, {}, 100}, 2).cluster_of);
    else
        EXPECT_NE(method->cluster({cloud, {}, 100}, 1).cluster_of,
                  method->cluster({cloud, {}, 100}, 2).cluster_of);
}

TEST_P(EveryAligner, AssignsThePointsItClusteredToTheirClusters) {
    const Matrix cloud = random_cloud(3000, 5, 31);
    const auto method = aligner();
    const Clustering clustering = method->cluster({cloud, {}, 60}, 9);
    const std::vector<std::int32_t> assigned = method->assign(clustering, cloud);
    for (std::size_t r = 0; r < cloud.rows(); ++r) {
        if (assigned[r] < 0) continue;  // noise
        EXPECT_EQ(assigned[r], clustering.cluster_of[r]) << r;
    }
}

TEST_P(EveryAligner, RejectsBadInput) {
    const auto method = aligner();
    for (const float bad :
         {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
        Matrix cloud = random_cloud(50, 3, 1);
        const Clustering clustering = method->cluster({cloud, {}, 4}, 1);
        cloud(17, 2) = bad;
        EXPECT_THROW(method->cluster({cloud, {}, 4}, 1), InputError);
        EXPECT_THROW(method->assign(clustering, cloud), InputError);
    }
    const Matrix cloud = random_cloud(50, 3, 1);
    EXPECT_THROW(method->cluster({cloud, std::vector<float>(49, 1.0f), 4}, 1), InputError);
    EXPECT_THROW(method->cluster({cloud, std::vector<float>(50, 0.0f), 4}, 1), InputError);
    EXPECT_THROW(method->assign(method->cluster({cloud, {}, 4}, 1), Matrix(3, 4)), InputError);
}

std::vector<std::string> specs() {
    std::vector<std::string> texts = {"kmeans:init=k-means++", "kmeans:n_init=3",
                                      "dbscan:noise=singletons", "dbscan:eps=2"};
    for (const MethodInfo& method : list_aligners()) texts.emplace_back(method.name);
    return texts;
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryAligner, testing::ValuesIn(specs()));

TEST(AlignerRegistry, NamesWhatItAccepts) {
    for (const char* text :
         {"kmeen", "kmeans:factor=0", "kmeans:factor=-1", "kmeans:k=0", "kmeans:n_init=0",
          "kmeans:iterations=0", "kmeans:tol=-1", "kmeans:init=far", "kmeans:eps=1", "dbscan:eps=0",
          "dbscan:min_samples=0", "dbscan:noise=loud", "dbscan:k=3", "gmm:reg=0", "gmm:tol=-1",
          "gmm:factor=0"})
        EXPECT_THROW(make_aligner(Spec::parse(text)), ConfigError) << text;
    try {
        make_aligner(Spec::parse("kmeans:factor=0"));
        FAIL();
    } catch (const ConfigError& error) {
        EXPECT_STREQ(error.what(), "kmeans: option factor=0 must be greater than 0");
    }
}

}  // namespace
}  // namespace dhgak
