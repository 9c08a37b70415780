// SPDX-License-Identifier: MIT
#include <utility>

#include "align/distinct_points.h"
#include "align/kmeans/best_runs.h"
#include "align/kmeans/kmeans_model.h"
#include "align/kmeans/rotation.h"
#include "align/kmeans/two_levels.h"
#include "align/methods.h"
#include "core/select_rows.h"
#include "dhgak/core/error.h"
#include "dhgak/core/parallel.h"

namespace dhgak {
namespace {

enum class Levels { automatic, one, two };

// Up to here one level takes a second or two; beyond, two are ten times faster.
constexpr std::size_t kMostPairsOfOneLevel = 200'000'000;

struct KMeansOptions {
    ClusterCount count;
    KMeansRun run;
    Levels levels = Levels::automatic;
    const LloydBackend* gpu = nullptr;  // null: the CPU
};

// The best run of each seed, in the dimensions that the rotation leads to.
struct Runs {
    std::vector<TwoLevelResult> results;
    Rotation rotation;
};

TwoLevelResult one_level(LloydResult run) {
    const auto num_centers = static_cast<std::uint32_t>(run.centers.rows());
    return {.levels = {.cells = {},
                       .centers = std::move(run.centers),
                       .cell_offsets = {0, num_centers}},
            .center_of_point = std::move(run.center_of_point),
            .iterations = run.iterations,
            .converged = run.converged};
}

std::vector<TwoLevelResult> one_level(std::vector<LloydResult> runs) {
    std::vector<TwoLevelResult> results;
    results.reserve(runs.size());
    for (LloydResult& run : runs) results.push_back(one_level(std::move(run)));
    return results;
}

class KMeans final : public Aligner {
public:
    explicit KMeans(const KMeansOptions& options) : options_(options) {}

    std::vector<Clustering> cluster_each(const WeightedPoints& points,
                                         std::span<const std::uint64_t> seeds) const override {
        require_valid(points);
        const DistinctPoints distinct(points);
        const std::size_t k = options_.count.of(points.num_graphs, distinct.size());
        const Runs runs = best_of_each(distinct, k, seeds);
        std::vector<Clustering> clusterings(seeds.size());
        parallel_for(seeds.size(), [&](std::size_t i) {
            clusterings[i] = describe(runs.results[i], runs.rotation, distinct);
        });
        return clusterings;
    }

private:
    Runs best_of_each(const DistinctPoints& points, std::size_t k,
                      std::span<const std::uint64_t> seeds) const {
        if (k == points.size())
            return {.results = std::vector(seeds.size(), one_level(each_alone(points.rows()))),
                    .rotation = {}};
        if (options_.gpu) return {.results = best_on_gpu(points, k, seeds), .rotation = {}};
        RotatedPoints rotated = rotate(points.rows());
        return {
            .results =
                has_two_levels(points.size(), k)
                    ? two_level_runs(rotated.points, points.weights(), k, seeds, options_.run)
                    : one_level(best_runs(rotated.points, points.weights(), k, seeds, options_.run,
                                          mean_variance(points.rows(), points.weights()))),
            .rotation = std::move(rotated.rotation)};
    }

    bool has_two_levels(std::size_t num_points, std::size_t k) const {
        if (options_.levels == Levels::automatic) return num_points > kMostPairsOfOneLevel / k;
        return options_.levels == Levels::two;
    }

    // Of centers that are equally near up to rounding, the GPU may have chosen another one than the
    // model will: the model decides.
    std::vector<TwoLevelResult> best_on_gpu(const DistinctPoints& points, std::size_t k,
                                            std::span<const std::uint64_t> seeds) const {
        const Matrix& rows = points.rows();
        const std::vector<Matrix> starts =
            draw_starts(rows, points.weights(), k, seeds, options_.run);
        const LloydOptions options =
            options_.run.lloyd_options(mean_variance(rows, points.weights()));
        std::vector<LloydResult> runs = choose_best(
            rows, points.weights(), options_.gpu->run_each(rows, points.weights(), starts, options),
            options_.run.n_init);
        for (LloydResult& run : runs) judge(rows, run);
        return one_level(std::move(runs));
    }

    static Clustering describe(const TwoLevelResult& result, const Rotation& rotation,
                               const DistinctPoints& distinct) {
        Clustering clustering = {.converged = result.converged, .iterations = result.iterations};
        const std::vector<std::int32_t> cluster_of_center =
            set_clusters(result.center_of_point, distinct, clustering);
        // Centers stay in their order, which decides between equally near ones.
        std::vector<std::uint32_t> kept, cell_offsets = {0};
        std::vector<std::int32_t> clusters;
        const std::vector<std::uint32_t>& offsets = result.levels.cell_offsets;
        for (std::size_t cell = 0; cell + 1 < offsets.size(); ++cell) {
            for (std::uint32_t center = offsets[cell]; center < offsets[cell + 1]; ++center) {
                if (center >= cluster_of_center.size()) break;
                if (cluster_of_center[center] == kNoCluster) continue;
                kept.push_back(center);
                clusters.push_back(cluster_of_center[center]);
            }
            cell_offsets.push_back(static_cast<std::uint32_t>(kept.size()));
        }
        clustering.model = std::make_shared<KMeansModel>(
            distinct.rows().cols(), rotation,
            LeveledCenters{.cells = result.levels.cells,
                           .centers = select_rows(result.levels.centers, kept),
                           .cell_offsets = std::move(cell_offsets)},
            std::move(clusters));
        return clustering;
    }

    KMeansOptions options_;
};

}  // namespace

std::unique_ptr<Aligner> make_kmeans(const Spec& spec, const LloydBackend* gpu) {
    KMeansOptions options;
    options.count = ClusterCount::from(spec);
    if (spec.get_choice("init", {"random", "k-means++"}) == "k-means++")
        options.run.start = Start::spread;
    options.run.n_init = static_cast<int>(spec.get_count("n_init", 1, 10'000));
    options.run.iterations = static_cast<int>(spec.get_count("iterations", 1, 1'000'000));
    options.run.tolerance = spec.get_number("tol");
    require_option(spec, "tol", options.run.tolerance, 0);
    const std::string levels = spec.get_choice("levels", {"auto", "1", "2"});
    if (levels != "auto") options.levels = levels == "1" ? Levels::one : Levels::two;
    const std::string device = spec.get_choice("device", {"cpu", "auto", "cuda"});
    if (device == "cuda" && !(gpu && gpu->is_available()))
        throw ConfigError("kmeans: option device=cuda needs a GPU; here there is cpu only");
    if (device == "cuda" || (device == "auto" && gpu && gpu->is_available())) options.gpu = gpu;
    if (options.levels == Levels::two) options.gpu = nullptr;
    return std::make_unique<KMeans>(options);
}

}  // namespace dhgak
