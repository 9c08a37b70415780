// SPDX-License-Identifier: MIT
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "align/distinct_points.h"
#include "align/gmm/mixture_scan.h"
#include "align/kmeans/lloyd.h"
#include "align/kmeans/starts.h"
#include "align/methods.h"
#include "align/scan/row_groups.h"
#include "dhgak/core/parallel.h"

namespace dhgak {
namespace {

constexpr std::size_t kRowsPerBlock = 1024;
constexpr int kStartIterations = 10;  // of k-means

struct GmmOptions {
    ClusterCount count;
    int iterations = 100;
    double tolerance = 1e-3;
    double regularisation = 1e-6;
};

// A mixture of normal distributions with diagonal covariance.
struct Mixture {
    Matrix means;
    Matrix variances;
    std::vector<float> log_shares;
};

// Near components share groups, so that a point has shares in few groups.
MixtureGroups lay_out(const Mixture& mixture, std::span<const std::int32_t> component_of_slot) {
    const std::size_t dims = mixture.means.cols();
    MixtureGroups groups(component_of_slot.size(), dims);
    for (std::size_t s = 0; s < component_of_slot.size(); ++s) {
        if (component_of_slot[s] < 0) continue;
        const auto component = static_cast<std::size_t>(component_of_slot[s]);
        double offset = static_cast<double>(mixture.log_shares[component]);
        for (std::size_t j = 0; j < dims; ++j) {
            const auto variance = static_cast<double>(mixture.variances(component, j));
            groups.means[groups.at(s, j)] = mixture.means(component, j);
            groups.precisions[groups.at(s, j)] = static_cast<float>(0.5 / variance);
            offset -= 0.5 * std::log(2 * std::numbers::pi * variance);
        }
        groups.offsets[s] = static_cast<float>(offset);
    }
    return groups;
}

std::vector<std::int32_t> likeliest_components(const Matrix& points, const Mixture& mixture) {
    const RowGroups layout(mixture.means);
    const MixtureGroups groups = lay_out(mixture, layout.row_of_slot());
    std::vector<std::int32_t> components(points.rows());
    parallel_blocks(points.rows(), kRowsPerBlock, [&](std::size_t begin, std::size_t end) {
        scan_likeliest(points.values().data(), begin, end, groups, components.data());
        for (std::size_t i = begin; i < end; ++i)
            components[i] = layout.row_of_slot()[static_cast<std::size_t>(components[i])];
    });
    return components;
}

// Expectation maximisation of a mixture that starts from k-means.
class GmmRun {
public:
    GmmRun(const Matrix& points, std::span<const float> weights, std::size_t num_components,
           double floor, std::uint64_t seed)
        : points_(points), weights_(weights), floor_(floor) {
        for (const float weight : weights) mass_ += static_cast<double>(weight);
        const Matrix starts =
            select_rows(points, draw_random_starts(weights.size(), num_components, seed));
        start_from(lloyd(points, weights, starts, {.iterations = kStartIterations, .movement = 0}));
    }

    // One round; returns the mean logarithm of the likelihood before it.
    double improve() {
        const RowGroups layout(mixture_.means);
        const MixtureGroups groups = lay_out(mixture_, layout.row_of_slot());
        std::vector<std::unique_ptr<MixtureSums>> blocks((points_.rows() + kRowsPerBlock - 1) /
                                                         kRowsPerBlock);
        parallel_blocks(points_.rows(), kRowsPerBlock, [&](std::size_t begin, std::size_t end) {
            auto sums = std::make_unique<MixtureSums>(groups);
            scan_shares(points_.values().data(), weights_.data(), begin, end, groups, *sums);
            blocks[begin / kRowsPerBlock] = std::move(sums);
        });
        parallel_for(groups.num_slots(), kGroupSize, [&](std::size_t s) {
            if (const std::int32_t component = layout.row_of_slot()[s]; component >= 0)
                update(static_cast<std::size_t>(component), s, groups, blocks);
        });
        double log_likelihood = 0;
        for (const auto& block : blocks) log_likelihood += block->log_likelihood;
        return log_likelihood / mass_;
    }

    const Mixture& mixture() const { return mixture_; }

private:
    void start_from(const LloydResult& start) {
        const std::size_t size = start.centers.rows(), dims = points_.cols();
        mixture_ = {start.centers, Matrix(size, dims), std::vector<float>(size)};
        std::vector<double> masses(size), squares(size * dims);
        for (std::size_t i = 0; i < points_.rows(); ++i) {
            const auto center = static_cast<std::size_t>(start.center_of_point[i]);
            const auto weight = static_cast<double>(weights_[i]);
            masses[center] += weight;
            for (std::size_t j = 0; j < dims; ++j) {
                const auto deviation =
                    static_cast<double>(points_(i, j) - start.centers(center, j));
                squares[center * dims + j] += weight * deviation * deviation;
            }
        }
        for (std::size_t c = 0; c < size; ++c) {
            // A center without points is a component that may yet win some.
            const double mass = std::max(masses[c], 1e-6);
            mixture_.log_shares[c] = static_cast<float>(std::log(mass / mass_));
            for (std::size_t j = 0; j < dims; ++j)
                mixture_.variances(c, j) =
                    static_cast<float>(squares[c * dims + j] / mass + floor_);
        }
    }

    void update(std::size_t component, std::size_t slot, const MixtureGroups& groups,
                std::span<const std::unique_ptr<MixtureSums>> blocks) {
        double mass = 0;
        for (const auto& block : blocks) mass += static_cast<double>(block->shares[slot]);
        mixture_.log_shares[component] =
            static_cast<float>(std::log(std::max(mass, 1e-30) / mass_));
        if (!(mass > 1e-30)) return;  // no point has a share: it stays as it is
        for (std::size_t j = 0; j < groups.dims; ++j) {
            const std::size_t at = groups.at(slot, j);
            double deviations = 0, squares = 0;
            for (const auto& block : blocks) {
                deviations += static_cast<double>(block->deviations[at]);
                squares += static_cast<double>(block->squares[at]);
            }
            const double shift = deviations / mass;
            const double variance = std::max(squares / mass - shift * shift, 0.0) + floor_;
            mixture_.means(component, j) =
                static_cast<float>(static_cast<double>(mixture_.means(component, j)) + shift);
            mixture_.variances(component, j) = static_cast<float>(variance);
        }
    }

    const Matrix& points_;
    std::span<const float> weights_;
    double floor_;
    double mass_ = 0;
    Mixture mixture_;
};

class Gmm final : public Aligner {
public:
    explicit Gmm(const GmmOptions& options) : options_(options) {}

    Clustering cluster(const WeightedPoints& points, std::uint64_t seed) const override {
        require_valid(points);
        Clustering clustering;
        const DistinctPoints distinct = find_distinct(points);
        const Matrix rows = select_rows(points.points, distinct.first_point);
        const std::size_t k = options_.count.of(points.num_graphs, distinct.size());
        if (k == 0) {
            clustering.centers = clustering.spreads = rows;
            return clustering;
        }
        const double spread = mean_variance(rows, distinct.weights);
        GmmRun run(rows, distinct.weights, k, options_.regularisation * (spread > 0 ? spread : 1.0),
                   seed);
        double before = -std::numeric_limits<double>::infinity();
        clustering.converged = false;
        while (clustering.iterations < options_.iterations && !clustering.converged) {
            ++clustering.iterations;
            const double now = run.improve();
            clustering.converged = std::abs(now - before) < options_.tolerance;
            before = now;
        }
        const Mixture& mixture = run.mixture();
        const std::vector<std::int32_t> components =
            set_clusters(likeliest_components(rows, mixture), distinct, clustering);
        const std::vector<std::uint32_t> kept(components.begin(), components.end());
        clustering.centers = select_rows(mixture.means, kept);
        clustering.spreads = select_rows(mixture.variances, kept);
        for (const std::uint32_t component : kept)
            clustering.log_shares.push_back(mixture.log_shares[component]);
        clustering.cluster_of_center.resize(kept.size());
        std::iota(clustering.cluster_of_center.begin(), clustering.cluster_of_center.end(), 0);
        return clustering;
    }

    std::vector<std::int32_t> assign(const Clustering& clustering,
                                     const Matrix& points) const override {
        require_assignable(points, clustering.centers);
        if (clustering.centers.rows() == 0) return std::vector<std::int32_t>(points.rows(), -1);
        std::vector<std::int32_t> clusters = likeliest_components(
            points, {clustering.centers, clustering.spreads, clustering.log_shares});
        for (std::int32_t& cluster : clusters)
            cluster = clustering.cluster_of_center[static_cast<std::size_t>(cluster)];
        return clusters;
    }

private:
    GmmOptions options_;
};

}  // namespace

std::unique_ptr<Aligner> make_gmm(const Spec& spec) {
    GmmOptions options;
    options.count = ClusterCount::from(spec);
    options.iterations = static_cast<int>(
        spec.get_count("iterations", static_cast<std::size_t>(options.iterations), 1, 1'000'000));
    options.tolerance = spec.get_number("tol", options.tolerance);
    options.regularisation = spec.get_number("reg", options.regularisation);
    require_option(spec, "tol", options.tolerance, 0);
    require_option(spec, "reg", options.regularisation, 0, true);
    return std::make_unique<Gmm>(options);
}

}  // namespace dhgak
