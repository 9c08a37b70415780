// SPDX-License-Identifier: MIT
#include <limits>
#include <numeric>

#include "align/lloyd.h"
#include "align/methods.h"
#include "align/points.h"
#include "align/starts.h"
#include "dhgak/core/random.h"

namespace dhgak {
namespace {

enum class Start { random, spread };

struct KMeansOptions {
    ClusterCount count;
    Start start = Start::random;
    int n_init = 1;
    LloydOptions lloyd;
};

class KMeans final : public Aligner {
public:
    explicit KMeans(const KMeansOptions& options) : options_(options) {}

    Clustering cluster(const WeightedPoints& points, std::uint64_t seed) const override {
        require_valid(points);
        Clustering clustering;
        const DistinctPoints distinct = find_distinct(points);
        const std::size_t k = options_.count.of(points.num_graphs, distinct.size());
        const Matrix rows = select_rows(points.points, distinct.first_point);
        LloydResult best;
        if (k == distinct.size()) {
            best.centers = rows;
            best.center_of_point.resize(k);
            std::iota(best.center_of_point.begin(), best.center_of_point.end(), 0);
            best.converged = true;
        } else {
            best = best_run(rows, distinct.weights, k, seed);
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
                         std::uint64_t seed) const {
        LloydResult best;
        double least = std::numeric_limits<double>::infinity();
        for (int run = 0; run < options_.n_init; ++run) {
            const std::uint64_t run_seed = derive_seed(seed, {static_cast<std::uint64_t>(run)});
            const std::vector<std::uint32_t> starts =
                options_.start == Start::random ? draw_random_starts(weights, k, run_seed)
                                                : draw_spread_starts(points, weights, k, run_seed);
            LloydResult result =
                lloyd(points, weights, select_rows(points, starts), options_.lloyd);
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
    options.lloyd.iterations = get_count(spec, "iterations", 100);
    options.lloyd.tolerance = spec.get_number("tol", 1e-4);
    require_option(spec, "tol", options.lloyd.tolerance, 0);
    return std::make_unique<KMeans>(options);
}

}  // namespace dhgak
