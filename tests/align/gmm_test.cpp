// SPDX-License-Identifier: MIT
#include <cmath>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "align/aligner.h"
#include "align/cloud.h"
#include "align/distinct_points.h"
#include "align/gmm/gmm_model.h"
#include "align/kmeans/lloyd.h"
#include "align/kmeans/starts.h"
#include "core/select_rows.h"

namespace dhgak {
namespace {

using testing_align::matrix_of;
using testing_align::normal;
using testing_align::random_cloud;
using testing_align::random_weights;
using testing_align::repeat_rows;

// Expectation maximisation in double precision with all shares, from the start that gmm takes.
struct PlainGmm {
    std::vector<std::vector<double>> means, variances;
    std::vector<double> shares;
    double floor;
    std::vector<double> log_likelihoods;

    PlainGmm(const Matrix& points, const std::vector<float>& weights, std::size_t k, double reg,
             std::uint64_t seed, int iterations) {
        const LloydResult start =
            lloyd(points, weights, select_rows(points, draw_random_starts(weights.size(), k, seed)),
                  {10, 0});
        floor = reg * mean_variance(points, weights);
        std::vector<std::vector<double>> r(points.rows(), std::vector<double>(k));
        for (std::size_t i = 0; i < points.rows(); ++i)
            r[i][static_cast<std::size_t>(start.center_of_point[i])] = weights[i];
        // Lloyd's last centers, not the means of the last assignment, are where gmm starts.
        std::vector<std::vector<double>> at;
        for (std::size_t c = 0; c < k; ++c)
            at.emplace_back(start.centers.row(c).begin(), start.centers.row(c).end());
        maximise(points, r, &at);
        for (int round = 0; round < iterations; ++round) {
            double total = 0, mass = 0;
            for (std::size_t i = 0; i < points.rows(); ++i) {
                total += weights[i] * expect(points, i, weights[i], r[i]);
                mass += weights[i];
            }
            log_likelihoods.push_back(total / mass);
            maximise(points, r, nullptr);
        }
    }

    double log_density(const Matrix& points, std::size_t i, std::size_t c) const {
        double sum = std::log(shares[c]);
        for (std::size_t j = 0; j < points.cols(); ++j)
            sum -= 0.5 * (std::log(2 * std::numbers::pi * variances[c][j]) +
                          std::pow(points(i, j) - means[c][j], 2) / variances[c][j]);
        return sum;
    }

    double expect(const Matrix& points, std::size_t i, double weight,
                  std::vector<double>& r) const {
        double most = -1e300, sum = 0;
        for (std::size_t c = 0; c < r.size(); ++c)
            most = std::max(most, r[c] = log_density(points, i, c));
        for (double& value : r) sum += value = std::exp(value - most);
        for (double& value : r) value *= weight / sum;
        return most + std::log(sum);
    }

    void maximise(const Matrix& points, const std::vector<std::vector<double>>& r,
                  const std::vector<std::vector<double>>* around) {
        const std::size_t k = r.front().size(), dims = points.cols();
        means.assign(k, std::vector<double>(dims));
        variances = means;
        shares.assign(k, 0);
        double mass = 0;
        for (std::size_t c = 0; c < k; ++c) {
            for (std::size_t i = 0; i < points.rows(); ++i) {
                shares[c] += r[i][c];
                for (std::size_t j = 0; j < dims; ++j) means[c][j] += r[i][c] * points(i, j);
            }
            for (double& value : means[c]) value /= shares[c];
            if (around) means[c] = (*around)[c];
            for (std::size_t i = 0; i < points.rows(); ++i)
                for (std::size_t j = 0; j < dims; ++j)
                    variances[c][j] += r[i][c] * std::pow(points(i, j) - means[c][j], 2);
            for (double& value : variances[c]) value = value / shares[c] + floor;
            mass += shares[c];
        }
        for (double& share : shares) share /= mass;
    }

    std::size_t likeliest(const Matrix& points, std::size_t i) const {
        std::size_t best = 0;
        for (std::size_t c = 1; c < shares.size(); ++c)
            if (log_density(points, i, c) > log_density(points, i, best)) best = c;
        return best;
    }
};

const GmmModel& model_of(const Clustering& clustering) {
    return dynamic_cast<const GmmModel&>(*clustering.model);
}

TEST(Gmm, EqualsThePlainAlgorithm) {
    for (const std::uint64_t seed : {1, 2, 3}) {
        const Matrix cloud = random_cloud(800, 6, seed, 8);
        const std::vector<float> weights = random_weights(800, seed + 3);
        const PlainGmm plain(cloud, weights, 20, 1e-6, seed, 15);
        const Clustering ours = make_aligner(Spec::parse("gmm:k=20,iterations=15,tol=0"))
                                    ->cluster({cloud, weights, 1}, seed);
        EXPECT_EQ(ours.iterations, 15);
        std::vector<std::size_t> component_of(20, 99);
        std::size_t differing = 0;
        for (std::size_t i = 0; i < cloud.rows(); ++i) {
            const auto cluster = static_cast<std::size_t>(ours.cluster_of[i]);
            const std::size_t expected = plain.likeliest(cloud, i);
            if (component_of[cluster] == 99) component_of[cluster] = expected;
            differing += component_of[cluster] != expected;
        }
        EXPECT_LE(differing, 2U);  // points that two components claim alike
        const GmmModel& model = model_of(ours);
        const Mixture& mixture = model.mixture();
        for (std::size_t c = 0; c < mixture.means.rows(); ++c) {
            const std::size_t component =
                component_of[static_cast<std::size_t>(model.cluster_of_component()[c])];
            EXPECT_NEAR(mixture.log_shares[c], std::log(plain.shares[component]), 1e-2);
            for (std::size_t j = 0; j < 6; ++j) {
                EXPECT_NEAR(mixture.means(c, j), plain.means[component][j], 1e-2);
                EXPECT_NEAR(mixture.variances(c, j) / plain.variances[component][j], 1, 2e-2);
            }
        }
        for (std::size_t round = 1; round < plain.log_likelihoods.size(); ++round)
            EXPECT_GE(plain.log_likelihoods[round], plain.log_likelihoods[round - 1] - 1e-4);
    }
}

TEST(Gmm, FindsWidthsThatKMeansCannotSee) {
    // A narrow cluster within a wide one: only their widths tell them apart.
    Random random(5);
    Matrix points(4000, 2);
    for (std::size_t r = 0; r < 4000; ++r)
        for (std::size_t c = 0; c < 2; ++c)
            points(r, c) = normal(random) * (r % 2 == 0 ? 0.05f : 3.0f);
    const Clustering clustering =
        make_aligner(Spec::parse("gmm:k=2,tol=1e-6,iterations=300"))->cluster({points, {}, 1}, 1);
    ASSERT_EQ(clustering.num_clusters, 2);
    const Matrix& variances = model_of(clustering).mixture().variances;
    const float narrow = std::min(variances(0, 0), variances(1, 0));
    const float wide = std::max(variances(0, 0), variances(1, 0));
    EXPECT_NEAR(narrow, 0.05 * 0.05, 3e-4);
    EXPECT_NEAR(wide, 9, 0.7);
    EXPECT_TRUE(clustering.converged);
}

TEST(Gmm, SharesSumUpToOneWhenNoComponentIsDropped) {
    const Matrix cloud = random_cloud(2000, 3, 4);
    const Clustering clustering = make_aligner(Spec::parse("gmm:k=5"))->cluster({cloud, {}, 1}, 2);
    ASSERT_EQ(clustering.num_clusters, 5);
    double sum = 0;
    for (const float log_share : model_of(clustering).mixture().log_shares)
        sum += std::exp(log_share);
    EXPECT_NEAR(sum, 1, 1e-4);
}

TEST(Gmm, TreatsWeightsAsRepetition) {
    const Matrix points = random_cloud(500, 3, 8);
    const std::vector<float> weights = random_weights(500, 9);
    const auto gmm = make_aligner(Spec::parse("gmm:k=6,iterations=10,tol=0"));
    const Matrix repeated = repeat_rows(points, weights);
    EXPECT_EQ(model_of(gmm->cluster({points, weights, 1}, 3)).mixture().means,
              model_of(gmm->cluster({repeated, {}, 1}, 3)).mixture().means);
}

TEST(Gmm, StaysFiniteOnFlatAndFarPoints) {
    Matrix points = random_cloud(600, 4, 6);
    for (std::size_t r = 0; r < 600; ++r) {
        points(r, 2) = 7;
        points(r, 3) += r % 100 == 0 ? 1e6f : 0.0f;
    }
    const Clustering clustering =
        make_aligner(Spec::parse("gmm:k=40"))->cluster({points, {}, 1}, 1);
    const Mixture& mixture = model_of(clustering).mixture();
    for (const Matrix* matrix : {&mixture.means, &mixture.variances})
        for (const float value : matrix->values()) EXPECT_TRUE(std::isfinite(value));
    EXPECT_GE(clustering.num_clusters, 2);
}

}  // namespace
}  // namespace dhgak
