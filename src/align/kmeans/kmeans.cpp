// SPDX-License-Identifier: MIT
#include <limits>
#include <utility>

#include "align/distinct_points.h"
#include "align/kmeans/kmeans_model.h"
#include "align/kmeans/lloyd.h"
#include "align/kmeans/rotation.h"
#include "align/kmeans/starts.h"
#include "align/methods.h"
#include "dhgak/core/error.h"
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
    const LloydBackend* gpu = nullptr;  // null: the CPU
};

// The best run of each seed, in the dimensions that the rotation leads to.
struct Runs {
    std::vector<LloydResult> results;
    Rotation rotation;
};

class KMeans final : public Aligner {
public:
    explicit KMeans(const KMeansOptions& options) : options_(options) {}

    std::vector<Clustering> cluster_each(const WeightedPoints& points,
                                         std::span<const std::uint64_t> seeds) const override {
        require_valid(points);
        const DistinctPoints distinct(points);
        const std::size_t k = options_.count.of(points.num_graphs, distinct.size());
        Runs runs = k == distinct.size() ? each_alone(distinct.rows(), seeds.size())
                    : options_.gpu       ? best_on_gpu(distinct, k, seeds)
                                         : best_on_cpu(distinct, k, seeds);
        std::vector<Clustering> clusterings(seeds.size());
        parallel_for(seeds.size(), [&](std::size_t i) {
            clusterings[i] = describe(runs.results[i], runs.rotation, distinct);
        });
        return clusterings;
    }

private:
    // As many centers as points: each point is one.
    static Runs each_alone(const Matrix& points, std::size_t num_results) {
        LloydResult result = {.centers = points, .converged = true};
        judge(points, result);
        return {.results = std::vector<LloydResult>(num_results, result), .rotation = {}};
    }

    // Gives points to the centers that the model will give them to.
    static void judge(const Matrix& points, LloydResult& result) {
        if (points.rows() > 0)
            result.center_of_point = NearestSearch(result.centers).nearest(points);
    }

    LloydOptions lloyd_options(const DistinctPoints& points) const {
        return {.iterations = options_.iterations,
                .movement = options_.tolerance * mean_variance(points.rows(), points.weights())};
    }

    Runs best_on_cpu(const DistinctPoints& points, std::size_t k,
                     std::span<const std::uint64_t> seeds) const {
        const LloydOptions options = lloyd_options(points);
        const RotatedPoints rotated = rotate(points.rows());
        std::vector<Matrix> starts = draw_starts(rotated.points, points.weights(), k, seeds);
        std::vector<LloydResult> runs(starts.size());
        parallel_for(runs.size(), [&](std::size_t i) {
            runs[i] = lloyd(rotated.points, points.weights(), std::move(starts[i]), options);
        });
        runs = choose_best(rotated.points, points.weights(), std::move(runs));
        // Bounds that Lloyd's algorithm skips centers by do not allow for squares that vanish.
        constexpr double kLeastVariance = 1e-20;
        if (mean_variance(points.rows(), points.weights()) < kLeastVariance)
            for (LloydResult& run : runs) judge(rotated.points, run);
        return {.results = std::move(runs), .rotation = rotated.rotation};
    }

    // Of centers that are equally near up to rounding, the GPU may have chosen another one than the
    // model will: the model decides.
    Runs best_on_gpu(const DistinctPoints& points, std::size_t k,
                     std::span<const std::uint64_t> seeds) const {
        const Matrix& rows = points.rows();
        const std::vector<Matrix> starts = draw_starts(rows, points.weights(), k, seeds);
        std::vector<LloydResult> runs = choose_best(
            rows, points.weights(),
            options_.gpu->run_each(rows, points.weights(), starts, lloyd_options(points)));
        for (LloydResult& run : runs) judge(rows, run);
        return {.results = std::move(runs), .rotation = {}};
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

    static Clustering describe(const LloydResult& result, const Rotation& rotation,
                               const DistinctPoints& distinct) {
        Clustering clustering = {.converged = result.converged, .iterations = result.iterations};
        const std::vector<std::int32_t> cluster_of_center =
            set_clusters(result.center_of_point, distinct, clustering);
        // Centers stay in their order, which decides between equally near ones.
        std::vector<std::uint32_t> kept;
        std::vector<std::int32_t> clusters;
        for (std::uint32_t center = 0; center < cluster_of_center.size(); ++center) {
            if (cluster_of_center[center] == kNoCluster) continue;
            kept.push_back(center);
            clusters.push_back(cluster_of_center[center]);
        }
        clustering.model =
            std::make_shared<KMeansModel>(distinct.rows().cols(), rotation,
                                          select_rows(result.centers, kept), std::move(clusters));
        return clustering;
    }

    KMeansOptions options_;
};

}  // namespace

std::unique_ptr<Aligner> make_kmeans(const Spec& spec, const LloydBackend* gpu) {
    KMeansOptions options;
    options.count = ClusterCount::from(spec);
    if (spec.get_choice("init", {"random", "k-means++"}) == "k-means++")
        options.start = Start::spread;
    options.n_init = static_cast<int>(spec.get_count("n_init", 1, 1, 10'000));
    options.iterations = static_cast<int>(spec.get_count("iterations", 100, 1, 1'000'000));
    options.tolerance = spec.get_number("tol", 1e-4);
    require_option(spec, "tol", options.tolerance, 0);
    const std::string device = spec.get_choice("device", {"cpu", "auto", "cuda"});
    if (device == "cuda" && !gpu)
        throw ConfigError("kmeans: option device=cuda needs a GPU; here there is cpu only");
    if (device == "cuda" || (device == "auto" && gpu && gpu->is_available())) options.gpu = gpu;
    return std::make_unique<KMeans>(options);
}

}  // namespace dhgak
