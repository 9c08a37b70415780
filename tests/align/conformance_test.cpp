// SPDX-License-Identifier: MIT
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "align/aligner.h"
#include "align/cloud.h"
#include "align/lloyd_backend.h"
#include "core/random.h"
#include "dhgak/core/error.h"
#include "dhgak/core/parallel.h"
#include "dhgak/io/model_file.h"

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
    ASSERT_TRUE(clustering.model);
    EXPECT_EQ(clustering.model->num_clusters(), next);
}

// A model that went through a file.
std::shared_ptr<const ClusterModel> reload(const ClusterModel& model, const std::string& method) {
    const ModelWriter writer;
    model.save(writer.at("align"));
    const std::filesystem::path path =
        std::filesystem::path(testing::TempDir()) / fmt::format("dhgak_align_{}.dhgak", ::getpid());
    writer.write(path);
    const auto loaded = load_cluster_model(method, ModelReader(path).at("align"));
    std::filesystem::remove(path);
    return loaded;
}

// The promise of ClusterModel, for the model itself and for a copy that was saved.
void expect_kept(const Clustering& clustering, const Matrix& points, const std::string& spec) {
    EXPECT_EQ(clustering.model->num_columns(), points.cols());
    EXPECT_EQ(clustering.model->assign(points), clustering.cluster_of);
    const auto loaded = reload(*clustering.model, Spec::parse(spec).name);
    EXPECT_EQ(loaded->num_columns(), points.cols());
    EXPECT_EQ(loaded->num_clusters(), clustering.num_clusters);
    EXPECT_EQ(loaded->assign(points), clustering.cluster_of);
}

TEST_P(EveryAligner, MakesNothingOfNoPoints) {
    const Matrix none(0, 3);
    const Clustering clustering = aligner()->cluster({none, {}, 10}, 1);
    expect_dense(clustering, 0);
    expect_kept(clustering, none, GetParam());
    EXPECT_EQ(clustering.model->assign(Matrix(2, 3)), (std::vector{kNoCluster, kNoCluster}));
}

TEST_P(EveryAligner, GivesOnePointOneCluster) {
    const Matrix one = matrix_of({{1, 2, 3}});
    const Clustering clustering = aligner()->cluster({one, {}, 10}, 1);
    EXPECT_EQ(clustering.cluster_of, std::vector<std::int32_t>{0});
    EXPECT_EQ(clustering.num_clusters, 1);
    expect_kept(clustering, one, GetParam());
}

TEST_P(EveryAligner, PutsEqualPointsTogether) {
    Matrix equal(40, 4);
    for (float& value : equal.values()) value = 7.5f;
    const Clustering clustering = aligner()->cluster({equal, {}, 20}, 1);
    expect_dense(clustering, 40);
    EXPECT_EQ(clustering.num_clusters, 1);
    expect_kept(clustering, equal, GetParam());
}

TEST_P(EveryAligner, KeepsEqualPointsTogetherAmongOthers) {
    Matrix cloud = random_cloud(300, 3, 5);
    for (std::size_t r = 0; r < 150; ++r)
        for (std::size_t c = 0; c < 3; ++c) cloud(299 - r, c) = cloud(r, c);
    const Clustering clustering = aligner()->cluster({cloud, {}, 40}, 1);
    expect_dense(clustering, 300);
    for (std::size_t r = 0; r < 150; ++r)
        EXPECT_EQ(clustering.cluster_of[r], clustering.cluster_of[299 - r]) << r;
    expect_kept(clustering, cloud, GetParam());
}

TEST_P(EveryAligner, CopesWithFewerPointsThanClusters) {
    const Matrix few = matrix_of({{0, 0}, {9, 0}, {0, 9}, {9, 9}});
    const Clustering clustering = aligner()->cluster({few, {}, 100}, 1);
    expect_dense(clustering, 4);
    expect_kept(clustering, few, GetParam());
}

TEST_P(EveryAligner, CopesWithPointsOfNoDimension) {
    const Matrix points(5, 0);
    const Clustering clustering = aligner()->cluster({points, {}, 4}, 1);
    expect_dense(clustering, 5);
    expect_kept(clustering, points, GetParam());
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
    const Matrix fresh = random_cloud(3000, 7, 13);
    const std::vector<float> weights = random_weights(6000, 12);
    set_num_threads(1);
    const Clustering first = aligner()->cluster({cloud, weights, 120}, 42);
    expect_dense(first, 6000);
    for (const std::size_t threads : {1, 2, 8}) {
        set_num_threads(threads);
        const Clustering again = aligner()->cluster({cloud, weights, 120}, 42);
        EXPECT_EQ(again.cluster_of, first.cluster_of);
        EXPECT_EQ(again.iterations, first.iterations);
        EXPECT_EQ(again.model->assign(fresh), first.model->assign(fresh));
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
    for (const std::size_t cols : {2, 5, 33}) {
        const Matrix cloud = random_cloud(3000, cols, 31);
        const Clustering clustering = aligner()->cluster({cloud, {}, 60}, 9);
        expect_kept(clustering, cloud, GetParam());
    }
}

TEST_P(EveryAligner, AssignsPointsThatLieInFewerDimensionsThanTheyHave) {
    const Matrix counts = random_cloud(2500, 5, 1), vectors = random_cloud(5, 32, 2);
    Matrix points(2500, 32);
    for (std::size_t r = 0; r < points.rows(); ++r)
        for (std::size_t c = 0; c < points.cols(); ++c)
            for (std::size_t a = 0; a < 5; ++a)
                points(r, c) += std::round(counts(r, a)) * vectors(a, c);
    expect_kept(aligner()->cluster({points, {}, 60}, 3), points, GetParam());
}

TEST_P(EveryAligner, AssignsPointsFullOfTiesToTheirClusters) {
    Matrix grid(2000, 3);
    Random random(7);
    for (float& value : grid.values()) value = static_cast<float>(random.below(9));
    for (const std::uint64_t seed : {1, 2, 3})
        expect_kept(aligner()->cluster({grid, {}, 100}, seed), grid, GetParam());
}

TEST_P(EveryAligner, AssignsPointsThatDifferByLessThanSquaresCanTell) {
    for (const float factor : {1e-15f, 1e-19f, 1e-22f, 1e-25f})
        for (const std::size_t num_graphs : {30, 800}) {
            Matrix tiny = random_cloud(800, 6, 3);
            for (float& value : tiny.values()) value *= factor;
            expect_kept(aligner()->cluster({tiny, {}, num_graphs}, 1), tiny, GetParam());
        }
}

TEST_P(EveryAligner, AssignsNewPointsEachByItself) {
    const Matrix cloud = random_cloud(1500, 6, 41), fresh = random_cloud(700, 6, 42);
    const Clustering clustering = aligner()->cluster({cloud, {}, 50}, 4);
    const auto loaded = reload(*clustering.model, Spec::parse(GetParam()).name);
    const std::vector<std::int32_t> clusters = clustering.model->assign(fresh);
    EXPECT_EQ(loaded->assign(fresh), clusters);
    for (std::size_t r = 0; r < fresh.rows(); ++r) {
        ASSERT_GE(clusters[r], kNoCluster);
        ASSERT_LT(clusters[r], clustering.num_clusters);
        Matrix alone(1, 6);
        std::ranges::copy(fresh.row(r), alone.row(0).begin());
        ASSERT_EQ(clustering.model->assign(alone).front(), clusters[r]) << r;
    }
}

TEST_P(EveryAligner, AssignsFarPointsWithoutAnError) {
    const Matrix cloud = random_cloud(300, 3, 5);
    const Clustering clustering = aligner()->cluster({cloud, {}, 20}, 1);
    const Matrix far = matrix_of({{1e12f, 0, 0}, {-1e12f, 1e12f, 1e12f}, {1e9f, 1e9f, -1e9f}});
    for (const std::int32_t cluster : clustering.model->assign(far)) {
        EXPECT_GE(cluster, kNoCluster);
        EXPECT_LT(cluster, clustering.num_clusters);
    }
}

TEST_P(EveryAligner, TakesTheWordOfWhoSaysThatPointsAreDistinct) {
    const Matrix cloud = random_cloud(800, 4, 6);
    const std::vector<float> weights = random_weights(800, 6);
    const Clustering looked = aligner()->cluster({cloud, weights, 40}, 1);
    const Clustering told = aligner()->cluster({cloud, weights, 40, true}, 1);
    EXPECT_EQ(told.cluster_of, looked.cluster_of);
    Matrix zeros = matrix_of({{0.0f, 1}, {-0.0f, 1}, {9, 9}});
    const Clustering clustering = aligner()->cluster({zeros, {}, 3, true}, 1);
    EXPECT_EQ(clustering.cluster_of[0], clustering.cluster_of[1]);
    expect_kept(clustering, zeros, GetParam());
}

TEST_P(EveryAligner, RejectsBadInput) {
    const auto method = aligner();
    for (const float bad : {std::numeric_limits<float>::quiet_NaN(),
                            std::numeric_limits<float>::infinity(), -1e30f}) {
        Matrix cloud = random_cloud(50, 3, 1);
        const Clustering clustering = method->cluster({cloud, {}, 4}, 1);
        cloud(17, 2) = bad;
        EXPECT_THROW(method->cluster({cloud, {}, 4}, 1), InputError);
        EXPECT_THROW(clustering.model->assign(cloud), InputError);
    }
    const Matrix cloud = random_cloud(50, 3, 1);
    EXPECT_THROW(method->cluster({cloud, std::vector<float>(49, 1.0f), 4}, 1), InputError);
    EXPECT_THROW(method->cluster({cloud, std::vector<float>(50, 0.0f), 4}, 1), InputError);
    EXPECT_THROW(method->cluster({cloud, {}, 4}, 1).model->assign(Matrix(3, 4)), InputError);
}

// Sums of label counts that are multiplied with alpha at each hop, or attributes with a weight.
TEST_P(EveryAligner, RefusesCoordinatesThatCannotBeSquared) {
    for (const float factor : {1e20f, 1e25f, 1e18f, 1e27f}) {
        Matrix counts(400, 4);
        Random random(3);
        for (float& value : counts.values()) value = static_cast<float>(random.below(9)) * factor;
        try {
            aligner()->cluster({counts, {}, 40}, 1);
            FAIL() << "no error";
        } catch (const InputError& error) {
            EXPECT_NE(std::string(error.what()).find("weight in --attributes"), std::string::npos);
        }
    }
}

std::vector<std::string> specs() {
    std::vector<std::string> texts = {"kmeans:init=k-means++",
                                      "kmeans:n_init=3",
                                      "kmeans:iterations=2",
                                      "kmeans:levels=2",
                                      "kmeans:levels=2,init=k-means++,n_init=2",
                                      "dbscan:noise=singletons",
                                      "dbscan:eps=2"};
    for (const MethodInfo& method : list_aligners()) texts.emplace_back(method.name);
    return texts;
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryAligner, testing::ValuesIn(specs()));

// What a GPU may answer: all is right but for rounding, which decides at the border.
class RoughBackend final : public LloydBackend {
public:
    bool is_available() const override { return true; }
    std::vector<LloydResult> run_each(const Matrix&, std::span<const float>,
                                      std::span<const Matrix> starts,
                                      const LloydOptions&) const override {
        std::vector<LloydResult> results;
        for (const Matrix& start : starts)
            results.push_back({.centers = start,
                               .center_of_point = std::vector<std::int32_t>(500, 0),
                               .iterations = 1,
                               .converged = true});
        return results;
    }
};

TEST(KMeans, HasOneLevelWhileItIsCheap) {
    const Matrix cloud = random_cloud(4000, 5, 9);
    const auto clusters = [&](const char* spec) {
        return make_aligner(Spec::parse(spec))->cluster({cloud, {}, 200}, 1).cluster_of;
    };
    EXPECT_EQ(clusters("kmeans"), clusters("kmeans:levels=1"));
    EXPECT_NE(clusters("kmeans"), clusters("kmeans:levels=2"));
}

TEST(KMeans, RunsTwoLevelsOnTheCpu) {
    const RoughBackend backend;
    const Matrix cloud = random_cloud(500, 3, 9);
    const auto clusters = [&](const char* spec) {
        return make_aligner(Spec::parse(spec), &backend)->cluster({cloud, {}, 20}, 1).cluster_of;
    };
    EXPECT_EQ(clusters("kmeans:levels=2,device=cuda"), clusters("kmeans:levels=2"));
    EXPECT_NE(clusters("kmeans:device=cuda"), clusters("kmeans:levels=2"));
}

TEST(KMeans, AssignsWhatABackendClusteredByTheRuleOfTheModel) {
    const RoughBackend backend;
    const Matrix cloud = random_cloud(500, 3, 9);
    for (const char* spec : {"kmeans:k=20,device=cuda", "kmeans:k=20,device=auto"}) {
        const Clustering clustering =
            make_aligner(Spec::parse(spec), &backend)->cluster({cloud, {}, 1}, 1);
        EXPECT_EQ(clustering.num_clusters, 20);
        expect_kept(clustering, cloud, "kmeans");
    }
}

}  // namespace
}  // namespace dhgak
