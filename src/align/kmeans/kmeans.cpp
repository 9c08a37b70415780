// SPDX-License-Identifier: MIT
#include <limits>
#include <numeric>
#include <utility>

#include "align/distinct_points.h"
#include "align/kmeans/lloyd.h"
#include "align/kmeans/rotation.h"
#include "align/kmeans/starts.h"
#include "align/methods.h"
#include "dhgak/core/gpu.h"
#include "dhgak/core/parallel.h"
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
        return std::move(cluster_each(points, {&seed, 1}).front());
    }

    std::vector<Clustering> cluster_each(const WeightedPoints& points,
                                         std::span<const std::uint64_t> seeds) const override {
        require_valid(points);
        const DistinctPoints distinct = find_distinct(points);
        const std::size_t k = options_.count.of(points.num_graphs, distinct.size());
        const bool has_repeats = distinct.size() < points.points.rows();
        const Matrix selected =
            has_repeats ? select_rows(points.points, distinct.first_point) : Matrix();
        const Matrix& rows = has_repeats ? selected : points.points;
        std::vector<Clustering> clusterings;
        for (const LloydResult& result : k == distinct.size()
                                             ? each_alone(rows, seeds.size())
                                             : best_runs(rows, distinct.weights, k, seeds))
            clusterings.push_back(describe(result, distinct));
        return clusterings;
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
    // As many centers as points: each point is one.
    static std::vector<LloydResult> each_alone(const Matrix& points, std::size_t num_results) {
        LloydResult result = {.centers = points, .converged = true};
        result.center_of_point.resize(points.rows());
        std::iota(result.center_of_point.begin(), result.center_of_point.end(), 0);
        return std::vector<LloydResult>(num_results, result);
    }

    // The best run of each seed.
    std::vector<LloydResult> best_runs(const Matrix& rows, std::span<const float> weights,
                                       std::size_t k, std::span<const std::uint64_t> seeds) const {
        const LloydOptions lloyd_options = {
            .iterations = options_.iterations,
            .movement = options_.tolerance * mean_variance(rows, weights)};
        if (options_.on_gpu) {
            const std::vector<Matrix> starts = draw_starts(rows, weights, k, seeds);
            return choose_best(rows, weights, lloyd_on_gpu(rows, weights, starts, lloyd_options));
        }
        const Rotation rotation = rotate(rows);
        std::vector<Matrix> starts = draw_starts(rotation.points, weights, k, seeds);
        std::vector<LloydResult> runs(starts.size());
        parallel_for(runs.size(), [&](std::size_t i) {
            runs[i] = lloyd(rotation.points, weights, std::move(starts[i]), lloyd_options);
        });
        runs = choose_best(rotation.points, weights, std::move(runs));
        for (LloydResult& run : runs) run.centers = rotation.restore(run.centers);
        return runs;
    }

    // `n_init` starts for each seed.
    std::vector<Matrix> draw_starts(const Matrix& points, std::span<const float> weights,
                                    std::size_t k, std::span<const std::uint64_t> seeds) const {
        const auto n_init = static_cast<std::size_t>(options_.n_init);
        std::vector<Matrix> starts(seeds.size() * n_init);
        parallel_for(starts.size(), [&](std::size_t i) {
            const std::uint64_t seed = derive_seed(seeds[i / n_init], {i % n_init});
            starts[i] = select_rows(points, options_.start == Start::random
                                                ? draw_random_starts(weights.size(), k, seed)
                                                : draw_spread_starts(points, weights, k, seed));
        });
        return starts;
    }

    // The first of the cheapest among each seed's runs.
    std::vector<LloydResult> choose_best(const Matrix& points, std::span<const float> weights,
                                         std::vector<LloydResult> runs) const {
        const auto n_init = static_cast<std::size_t>(options_.n_init);
        if (n_init == 1) return runs;
        std::vector<LloydResult> best;
        for (std::size_t first = 0; first < runs.size(); first += n_init) {
            std::size_t chosen = first;
            double least = std::numeric_limits<double>::infinity();
            for (std::size_t i = first; i < first + n_init; ++i)
                if (const double cost = inertia(points, weights, runs[i]); cost < least) {
                    least = cost;
                    chosen = i;
                }
            best.push_back(std::move(runs[chosen]));
        }
        return best;
    }

    static Clustering describe(const LloydResult& result, const DistinctPoints& distinct) {
        Clustering clustering;
        const std::vector<std::int32_t> centers =
            set_clusters(result.center_of_point, distinct, clustering);
        clustering.converged = result.converged;
        clustering.iterations = result.iterations;
        clustering.centers =
            select_rows(result.centers, std::vector<std::uint32_t>(centers.begin(), centers.end()));
        clustering.cluster_of_center.resize(centers.size());
        std::iota(clustering.cluster_of_center.begin(), clustering.cluster_of_center.end(), 0);
        return clustering;
    }

    KMeansOptions options_;
};

}  // namespace

std::unique_ptr<Aligner> make_kmeans(const Spec& spec) {
    KMeansOptions options;
    options.count = ClusterCount::from(spec);
    if (spec.get_choice("init", {"random", "k-means++"}) == "k-means++")
        options.start = Start::spread;
    options.n_init = static_cast<int>(spec.get_count("n_init", 1, 1, 10'000));
    options.iterations = static_cast<int>(spec.get_count("iterations", 100, 1, 1'000'000));
    options.tolerance = spec.get_number("tol", 1e-4);
    require_option(spec, "tol", options.tolerance, 0);
    const std::string device = spec.get_choice("device", {"cpu", "auto", "cuda"});
    options.on_gpu = device == "cuda" || (device == "auto" && gpu_is_available());
    return std::make_unique<KMeans>(options);
}

}  // namespace dhgak
