// SPDX-License-Identifier: MIT
#include <limits>
#include <numeric>

#include "align/lloyd.h"
#include "align/methods.h"
#include "align/points.h"
#include "align/rotation.h"
#include "align/starts.h"
#include "dhgak/core/gpu.h"
#include "dhgak/core/random.h"

namespace dhgak {
namespace {

enum class Start { random, spread };

struct KMeansOptions {
    ClusterCount count;
    Start start = Start::random;
    int n_init = 1;
    int iterations = 100;
    double tolerance = 1e-4;
    bool on_gpu = false;
};

class KMeans final : public Aligner {
public:
    explicit KMeans(const KMeansOptions& options) : options_(options) {}

    Clustering cluster(const WeightedPoints& points, std::uint64_t seed) const override {
        require_valid(points);
        Clustering clustering;
        const DistinctPoints distinct = find_distinct(points);
        const std::size_t k = options_.count.of(points.num_graphs, distinct.size());
        Matrix rows = select_rows(points.points, distinct.first_point);
        LloydResult best;
        if (k == distinct.size()) {
            best.centers = std::move(rows);
            best.center_of_point.resize(k);
            std::iota(best.center_of_point.begin(), best.center_of_point.end(), 0);
            best.converged = true;
        } else {
            const LloydOptions lloyd_options = {
                .iterations = options_.iterations,
                .movement = options_.tolerance * mean_variance(rows, distinct.weights)};
            if (options_.on_gpu) {
                best = best_run(rows, distinct.weights, k, lloyd_options, seed);
            } else {
                const Rotation rotation = rotate(std::move(rows));
                best = best_run(rotation.points, distinct.weights, k, lloyd_options, seed);
                best.centers = rotation.restore(best.centers);
            }
        }
        const std::vector<std::int32_t> centers =
            set_clusters(best.center_of_point, distinct, clustering);
        clustering.converged = best.converged;
        clustering.iterations = best.iterations;
        clustering.centers =
            select_rows(best.centers, std::vector<std::uint32_t>(centers.begin(), centers.end()));
        clustering.cluster_of_center.resize(centers.size());
        std::iota(clustering.cluster_of_center.begin(), clustering.cluster_of_center.end(), 0);
        return clustering;
    }

    std::vector<std::int32_t> assign(const Clustering& clustering,
                                     const Matrix& points) const override {
        require_assignable(points, clustering.centers);
        if (clustering.centers.rows() == 0) return std::vector<std::int32_t>(points.rows(), -1);
        std::vector<std::int32_t> clusters = nearest_centers(points, clustering.centers);
        for (std::int32_t& cluster : clusters)
            cluster = clustering.cluster_of_center[static_cast<std::size_t>(cluster)];
        return clusters;
    }

private:
    LloydResult best_run(const Matrix& points, std::span<const float> weights, std::size_t k,
                         const LloydOptions& lloyd_options, std::uint64_t seed) const {
        LloydResult best;
        double least = std::numeric_limits<double>::infinity();
        for (int run = 0; run < options_.n_init; ++run) {
            const std::uint64_t run_seed = derive_seed(seed, {static_cast<std::uint64_t>(run)});
            const std::vector<std::uint32_t> starts =
                options_.start == Start::random ? draw_random_starts(weights.size(), k, run_seed)
                                                : draw_spread_starts(points, weights, k, run_seed);
            LloydResult result =
                options_.on_gpu
                    ? lloyd_on_gpu(points, weights, select_rows(points, starts), lloyd_options)
                    : lloyd(points, weights, select_rows(points, starts), lloyd_options);
            if (options_.n_init == 1) return result;
            const double cost = inertia(points, weights, result);
            if (run == 0 || cost < least) {
                least = cost;
                best = std::move(result);
            }
        }
        return best;
    }

    KMeansOptions options_;
};

}  // namespace

std::unique_ptr<Aligner> make_kmeans(const Spec& spec) {
    KMeansOptions options;
    options.count = ClusterCount::from(spec);
    if (spec.get_choice("init", {"random", "k-means++"}) == "k-means++")
        options.start = Start::spread;
    options.n_init = get_count(spec, "n_init", 1);
    options.iterations = get_count(spec, "iterations", 100);
    options.tolerance = spec.get_number("tol", 1e-4);
    require_option(spec, "tol", options.tolerance, 0);
    const std::string device = spec.get_choice("device", {"cpu", "auto", "cuda"});
    options.on_gpu = device == "cuda" || (device == "auto" && gpu_is_available());
    return std::make_unique<KMeans>(options);
}

}  // namespace dhgak
