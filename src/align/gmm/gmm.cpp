// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "align/distinct_points.h"
#include "align/gmm/gmm_model.h"
#include "align/gmm/mixture.h"
#include "align/kmeans/lloyd.h"
#include "align/kmeans/starts.h"
#include "align/methods.h"
#include "align/scan/row_groups.h"
#include "core/select_rows.h"
#include "dhgak/core/parallel.h"

namespace dhgak {
namespace {

constexpr std::size_t kSoftRowsPerBlock = 1024;
constexpr int kStartIterations = 10;  // of k-means

struct GmmOptions {
    ClusterCount count;
    int iterations = 0;
    double tolerance = 0;
    double regularisation = 0;
};

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
        std::vector<std::unique_ptr<MixtureSums>> blocks((points_.rows() + kSoftRowsPerBlock - 1) /
                                                         kSoftRowsPerBlock);
        parallel_blocks(points_.rows(), kSoftRowsPerBlock, [&](std::size_t begin, std::size_t end) {
            auto sums = std::make_unique<MixtureSums>(groups);
            scan_shares(points_.values().data(), weights_.data(), begin, end, groups, *sums);
            blocks[begin / kSoftRowsPerBlock] = std::move(sums);
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
    // Half the inverse of a variance must be a float, too.
    float to_variance(double variance) const {
        return std::max(static_cast<float>(variance + floor_), 0x1p-120f);
    }

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
                mixture_.variances(c, j) = to_variance(squares[c * dims + j] / mass);
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
            const double variance = std::max(squares / mass - shift * shift, 0.0);
            mixture_.means(component, j) =
                static_cast<float>(static_cast<double>(mixture_.means(component, j)) + shift);
            mixture_.variances(component, j) = to_variance(variance);
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

    std::vector<Clustering> cluster_each(const WeightedPoints& points,
                                         std::span<const std::uint64_t> seeds) const override {
        require_valid(points);
        const DistinctPoints distinct(points);
        std::vector<Clustering> clusterings(seeds.size());
        parallel_for(seeds.size(), [&](std::size_t i) {
            clusterings[i] = cluster_distinct(distinct, points.num_graphs, seeds[i]);
        });
        return clusterings;
    }

private:
    Clustering cluster_distinct(const DistinctPoints& points, std::size_t num_graphs,
                                std::uint64_t seed) const {
        const Matrix& rows = points.rows();
        const std::size_t k = options_.count.of(num_graphs, points.size());
        Clustering clustering;
        if (k == 0) {
            clustering.model =
                std::make_shared<GmmModel>(Mixture{rows, rows, {}}, std::vector<std::int32_t>());
            return clustering;
        }
        const double spread = mean_variance(rows, points.weights());
        GmmRun run(rows, points.weights(), k, options_.regularisation * (spread > 0 ? spread : 1.0),
                   seed);
        double before = -std::numeric_limits<double>::infinity();
        clustering.converged = false;
        while (clustering.iterations < options_.iterations && !clustering.converged) {
            ++clustering.iterations;
            const double now = run.improve();
            clustering.converged = std::abs(now - before) < options_.tolerance;
            before = now;
        }
        set_model(run.mixture(), points, clustering);
        return clustering;
    }

    // The model keeps the components that have points in the order of their slots here, so that of
    // equally likely ones the same counts.
    static void set_model(const Mixture& mixture, const DistinctPoints& points,
                          Clustering& clustering) {
        const RowGroups layout(mixture.means);
        const std::vector<std::int32_t> slots =
            likeliest_slots(points.rows(), lay_out(mixture, layout.row_of_slot()));
        const std::vector<std::int32_t> cluster_of_slot = set_clusters(slots, points, clustering);
        std::vector<std::uint32_t> kept;
        std::vector<float> log_shares;
        std::vector<std::int32_t> clusters;
        for (std::size_t slot = 0; slot < cluster_of_slot.size(); ++slot) {
            if (cluster_of_slot[slot] == kNoCluster) continue;
            kept.push_back(static_cast<std::uint32_t>(layout.row_of_slot()[slot]));
            log_shares.push_back(mixture.log_shares[kept.back()]);
            clusters.push_back(cluster_of_slot[slot]);
        }
        clustering.model = std::make_shared<GmmModel>(
            Mixture{select_rows(mixture.means, kept), select_rows(mixture.variances, kept),
                    std::move(log_shares)},
            std::move(clusters));
    }

    GmmOptions options_;
};

}  // namespace

std::unique_ptr<Aligner> make_gmm(const Spec& spec, const LloydBackend*) {
    GmmOptions options;
    options.count = ClusterCount::from(spec);
    options.iterations = static_cast<int>(spec.get_count("iterations", 1, 1'000'000));
    options.tolerance = spec.get_number("tol");
    options.regularisation = spec.get_number("reg");
    require_option(spec, "tol", options.tolerance, 0);
    require_option(spec, "reg", options.regularisation, 0, true);
    return std::make_unique<Gmm>(options);
}

}  // namespace dhgak
