// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "align/aligner.h"
#include "align/cloud.h"
#include "align/dbscan/dbscan_model.h"
#include "dhgak/core/parallel.h"

namespace dhgak {
namespace {

using testing_align::matrix_of;
using testing_align::random_cloud;
using testing_align::random_weights;
using testing_align::repeat_rows;

const DensityRows& rows_of(const Clustering& clustering) {
    return dynamic_cast<const DbscanModel&>(*clustering.model).rows();
}

// DBSCAN as scikit-learn does it: all distances, then a walk from each core point in index order.
std::vector<std::int32_t> plain_dbscan(const Matrix& points, const std::vector<float>& weights,
                                       double eps, double min_samples) {
    const std::size_t size = points.rows();
    const auto is_near = [&](std::size_t a, std::size_t b) {
        double sum = 0;
        for (std::size_t j = 0; j < points.cols(); ++j) {
            const double difference = static_cast<double>(points(a, j)) - points(b, j);
            sum += difference * difference;
        }
        return sum <= eps * eps;
    };
    std::vector<bool> is_core(size);
    for (std::size_t a = 0; a < size; ++a) {
        double weight = 0;
        for (std::size_t b = 0; b < size; ++b)
            if (is_near(a, b)) weight += weights[b];
        is_core[a] = weight >= min_samples;
    }
    std::vector<std::int32_t> label(size, -1);
    std::int32_t next = 0;
    for (std::size_t start = 0; start < size; ++start) {
        if (!is_core[start] || label[start] >= 0) continue;
        std::vector<std::size_t> stack = {start};
        label[start] = next;
        while (!stack.empty()) {
            const std::size_t a = stack.back();
            stack.pop_back();
            if (!is_core[a]) continue;
            for (std::size_t b = 0; b < size; ++b)
                if (label[b] < 0 && is_near(a, b)) {
                    label[b] = next;
                    stack.push_back(b);
                }
        }
        ++next;
    }
    return label;
}

// Ids by first occurrence; noise as one cluster or as one each.
std::vector<std::int32_t> renumbered(std::vector<std::int32_t> labels, bool has_singletons) {
    const auto size = static_cast<std::int32_t>(labels.size());
    for (std::int32_t i = 0; i < size; ++i)
        if (std::int32_t& label = labels[static_cast<std::size_t>(i)]; label < 0)
            label = has_singletons ? size + 1 + i : size;
    std::vector<std::int32_t> id_of(2 * labels.size() + 2, -1);
    std::int32_t next = 0;
    for (std::int32_t& label : labels) {
        std::int32_t& id = id_of[static_cast<std::size_t>(label)];
        if (id < 0) id = next++;
        label = id;
    }
    return labels;
}

struct Case {
    std::size_t size, dims, blobs;
    double eps;
    int min_samples;
};

class DbscanCases : public testing::TestWithParam<Case> {};

TEST_P(DbscanCases, EqualsThePlainAlgorithm) {
    const auto [size, dims, blobs, eps, min_samples] = GetParam();
    for (const std::uint64_t seed : {1, 2, 3}) {
        const Matrix cloud = random_cloud(size, dims, seed, blobs);
        const std::vector<float> weights = random_weights(size, seed + 5);
        const std::vector<std::int32_t> plain = plain_dbscan(cloud, weights, eps, min_samples);
        for (const bool has_singletons : {false, true}) {
            Spec spec = {.name = "dbscan", .options = {}};
            spec.set("eps", std::to_string(eps));
            spec.set("min_samples", std::to_string(min_samples));
            spec.set("noise", has_singletons ? "singletons" : "cluster");
            EXPECT_EQ(make_aligner(spec)->cluster({cloud, weights, 1}, seed).cluster_of,
                      renumbered(plain, has_singletons));
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Dbscan, DbscanCases,
                         testing::Values(Case{900, 2, 6, 0.25, 8}, Case{900, 1, 3, 0.01, 7},
                                         Case{700, 5, 8, 1.5, 12}, Case{600, 40, 10, 7.5, 9},
                                         Case{400, 150, 4, 17.0, 20}, Case{700, 3, 1, 100.0, 5},
                                         Case{500, 3, 5, 1e-6, 4}));

// The distance that a share of all pairs is within.
double eps_of(const Matrix& points, double share) {
    std::vector<double> distances;
    for (std::size_t a = 0; a < points.rows(); ++a)
        for (std::size_t b = 0; b < a; ++b) {
            double sum = 0;
            for (std::size_t j = 0; j < points.cols(); ++j)
                sum += std::pow(static_cast<double>(points(a, j)) - points(b, j), 2);
            distances.push_back(std::sqrt(sum));
        }
    const auto at = static_cast<std::ptrdiff_t>(share * static_cast<double>(distances.size() - 1));
    std::nth_element(distances.begin(), distances.begin() + at, distances.end());
    return distances[static_cast<std::size_t>(at)];
}

class DbscanDims : public testing::TestWithParam<std::size_t> {
protected:
    void TearDown() override { set_num_threads(0); }
};

TEST_P(DbscanDims, EqualThePlainAlgorithmAtAnyRadiusAndThreadCount) {
    // Few dimensions search leaves of one group, many those of several.
    const std::size_t size = GetParam() > 40 ? 300 : 600;
    for (const std::size_t blobs : {1, 7}) {
        const Matrix cloud = random_cloud(size, GetParam(), GetParam(), blobs);
        std::vector<float> weights = random_weights(size, 3);
        for (float& weight : weights) weight /= 4;
        for (const double share : {0.0, 0.002, 0.02, 0.2, 0.7, 1.0}) {
            Spec spec = {.name = "dbscan", .options = {}};
            spec.set("eps", fmt::format("{:.17g}", eps_of(cloud, share)));
            spec.set("min_samples", "2.5");
            const std::vector<std::int32_t> expected =
                renumbered(plain_dbscan(cloud, weights, spec.get_number("eps", 0), 2.5), false);
            for (const std::size_t threads : {1, 2, 8}) {
                set_num_threads(threads);
                EXPECT_EQ(make_aligner(spec)->cluster({cloud, weights, 1}, 0).cluster_of, expected)
                    << blobs << " blobs, share " << share << ", " << threads << " threads";
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Dbscan, DbscanDims,
                         testing::Values(1, 2, 3, 5, 8, 16, 33, 47, 48, 65, 128, 300));

TEST(Dbscan, EqualsThePlainAlgorithmOnAChainThroughTheWholeTree) {
    // Each point reaches the next one only, and the rows come in a mixed order.
    const std::size_t size = 3000;
    Matrix chain(size, 2);
    for (std::size_t r = 0; r < size; ++r) {
        const auto place = static_cast<float>(r * 1201 % size);
        chain(r, 0) = place;
        chain(r, 1) = std::floor(place / 1000) * 0.5f;
    }
    const std::vector<float> weights(size, 1.0f);
    for (const char* eps : {"1", "1.2"}) {
        const Spec spec = Spec::parse(std::string("dbscan:min_samples=3,eps=") + eps);
        for (const std::size_t threads : {1, 2, 8}) {
            set_num_threads(threads);
            const Clustering clustering = make_aligner(spec)->cluster({chain, {}, 1}, 0);
            EXPECT_EQ(clustering.cluster_of,
                      renumbered(plain_dbscan(chain, weights, std::stod(eps), 3), false));
            EXPECT_EQ(clustering.num_clusters, std::string(eps) == "1" ? 3 : 1);
        }
    }
    set_num_threads(0);
}

TEST(Dbscan, TellsRowsApartThatSinglePrecisionCannot) {
    // Pairs that differ by so little beside the width of the cloud that turning drops it.
    Matrix points = random_cloud(1200, 8, 5);
    for (std::size_t r = 0; r < 1200; ++r) {
        for (std::size_t j = 0; j < 7; ++j)
            points(r, j) = r % 2 == 0 ? 100 * points(r, j) : points(r - 1, j);
        points(r, 7) = r % 2 == 0 ? 0.0f : 1e-4f;
    }
    const std::vector<float> weights(1200, 1.0f);
    for (const char* eps : {"0.00005", "0.0002"}) {
        const Spec spec =
            Spec::parse(std::string("dbscan:noise=singletons,min_samples=2,eps=") + eps);
        const Clustering clustering = make_aligner(spec)->cluster({points, {}, 1}, 0);
        EXPECT_EQ(clustering.cluster_of,
                  renumbered(plain_dbscan(points, weights, std::stod(eps), 2), true));
        EXPECT_EQ(clustering.num_clusters, std::string(eps) == "0.0002" ? 600 : 1200);
    }
}

TEST(Dbscan, EqualsThePlainAlgorithmInFewerDimensionsThanColumns) {
    const Matrix flat = random_cloud(1200, 3, 3, 6);
    const Matrix axes = random_cloud(3, 32, 4);
    Matrix points(1200, 32);
    for (std::size_t r = 0; r < 1200; ++r)
        for (std::size_t c = 0; c < 32; ++c)
            for (std::size_t a = 0; a < 3; ++a) points(r, c) += flat(r, a) * axes(a, c);
    const std::vector<float> weights(1200, 1.0f);
    EXPECT_EQ(make_aligner(Spec::parse("dbscan:eps=5"))->cluster({points, {}, 1}, 0).cluster_of,
              renumbered(plain_dbscan(points, weights, 5, 5), false));
}

TEST(Dbscan, CountsNeighboursAtExactlyEps) {
    // A grid of spacing 1: each inner point has four neighbours and itself.
    Matrix grid(900, 2);
    for (std::size_t r = 0; r < 900; ++r) {
        grid(r, 0) = static_cast<float>(r / 30);
        grid(r, 1) = static_cast<float>(r % 30);
    }
    const std::vector<float> weights(900, 1.0f);
    for (const char* eps : {"1", "0.999999", "1.4142135623730951", "1.4142"}) {
        const Spec spec = Spec::parse(std::string("dbscan:eps=") + eps);
        EXPECT_EQ(make_aligner(spec)->cluster({grid, {}, 1}, 0).cluster_of,
                  renumbered(plain_dbscan(grid, weights, std::stod(eps), 5), false))
            << eps;
    }
}

TEST(Dbscan, TreatsWeightsAsRepetition) {
    const Matrix points = random_cloud(400, 2, 8);
    const std::vector<float> weights = random_weights(400, 9);
    const auto dbscan = make_aligner(Spec::parse("dbscan:eps=0.2,min_samples=6"));
    const Matrix repeated = repeat_rows(points, weights);
    const std::vector<std::int32_t> once = dbscan->cluster({points, weights, 1}, 0).cluster_of;
    const std::vector<std::int32_t> all = dbscan->cluster({repeated, {}, 1}, 0).cluster_of;
    std::size_t at = 0;
    for (std::size_t r = 0; r < 400; ++r)
        for (float copy = 0; copy < weights[r]; ++copy, ++at) ASSERT_EQ(all[at], once[r]);
}

TEST(Dbscan, MakesAHeavyPointACoreByItself) {
    const Matrix points = matrix_of({{0}, {10}, {10.2f}, {20}});
    const std::vector<float> weights = {5, 4, 1, 4.5f};
    const Clustering clustering =
        make_aligner(Spec::parse("dbscan"))->cluster({points, weights, 1}, 0);
    EXPECT_EQ(clustering.cluster_of, (std::vector<std::int32_t>{0, 1, 1, 2}));
    const DensityRows& rows = rows_of(clustering);
    EXPECT_EQ(rows.cores, matrix_of({{0}, {10}, {10.2f}}));
    EXPECT_EQ(rows.cluster_of_core, (std::vector<std::int32_t>{0, 1, 1}));
    EXPECT_EQ(rows.noise, matrix_of({{20}}));
}

TEST(Dbscan, GivesABorderPointToTheFirstClusterThatReachesIt) {
    // Index order, not nearness, decides about the point between both clusters.
    const Matrix points = matrix_of({{0.35f}, {0}, {-0.2f}, {0.6f}, {0.9f}});
    const std::vector<float> weights = {1, 3, 4, 3, 4};
    const auto dbscan = make_aligner(Spec::parse("dbscan:eps=0.4,min_samples=8"));
    const Clustering clustering = dbscan->cluster({points, weights, 1}, 0);
    EXPECT_EQ(clustering.cluster_of, (std::vector<std::int32_t>{0, 0, 0, 1, 1}));
    EXPECT_EQ(clustering.model->assign(matrix_of({{0.36f}})).front(), 0);
    EXPECT_EQ(clustering.model->assign(matrix_of({{0.41f}})).front(), 1);
}

TEST(Dbscan, AssignsWithinEpsOfCoresAndWhereNoiseWas) {
    const Matrix points = matrix_of({{0}, {10}, {30}, {40}});
    const std::vector<float> weights = {5, 5, 1, 1};
    const Matrix fresh = matrix_of({{0.29f}, {10.25f}, {9.6f}, {30}, {40}, {-5}});
    const auto shared = make_aligner(Spec::parse("dbscan"));
    EXPECT_EQ(shared->cluster({points, weights, 1}, 0).model->assign(fresh),
              (std::vector<std::int32_t>{0, 1, -1, 2, 2, -1}));
    const auto apart = make_aligner(Spec::parse("dbscan:noise=singletons"));
    EXPECT_EQ(apart->cluster({points, weights, 1}, 0).model->assign(fresh),
              (std::vector<std::int32_t>{0, 1, -1, 2, 3, -1}));
}

TEST(Dbscan, AssignsLikeAFullSearch) {
    for (const std::size_t cols : {4, 60}) {
        const Matrix cloud = random_cloud(1500, cols, 12);
        const double eps = cols == 4 ? 0.8 : 9;
        const Clustering clustering = make_aligner(Spec::parse(fmt::format("dbscan:eps={}", eps)))
                                          ->cluster({cloud, {}, 1}, 0);
        const DensityRows& rows = rows_of(clustering);
        ASSERT_GT(rows.cores.rows(), 100U);
        const Matrix fresh = random_cloud(300, cols, 13);
        const std::vector<std::int32_t> assigned = clustering.model->assign(fresh);
        for (std::size_t r = 0; r < fresh.rows(); ++r) {
            std::int32_t expected = kNoCluster;
            for (std::size_t c = 0; c < rows.cores.rows() && expected < 0; ++c) {
                double sum = 0;
                for (std::size_t j = 0; j < cols; ++j)
                    sum += std::pow(static_cast<double>(fresh(r, j)) - rows.cores(c, j), 2);
                if (sum <= eps * eps) expected = rows.cluster_of_core[c];
            }
            EXPECT_EQ(assigned[r], expected) << r;
        }
    }
}

TEST(Dbscan, TakesManyPointsThatAreAllNeighbours) {
    const Matrix cloud = random_cloud(100000, 3, 17);
    const auto dbscan = make_aligner(Spec::parse("dbscan:eps=1000,min_samples=90000"));
    EXPECT_EQ(dbscan->cluster({random_cloud(3000, 3, 17), {}, 1}, 0).num_clusters, 1);
    EXPECT_EQ(make_aligner(Spec::parse("dbscan:eps=1000"))->cluster({cloud, {}, 1}, 0).num_clusters,
              1);
}

}  // namespace
}  // namespace dhgak
