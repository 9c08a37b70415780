// SPDX-License-Identifier: MIT
#include <algorithm>

#include "align/dbscan/density_clusters.h"
#include "align/dbscan/radius_tree.h"
#include "align/distinct_points.h"
#include "align/methods.h"
#include "dhgak/core/parallel.h"

namespace dhgak {
namespace {

enum class Noise { cluster, singletons };

struct DbscanOptions {
    double eps = 0.3;
    double min_samples = 5;
    Noise noise = Noise::cluster;
};

constexpr std::size_t kRowsPerBlock = 256;

class Dbscan final : public Aligner {
public:
    explicit Dbscan(const DbscanOptions& options) : options_(options) {}

    Clustering cluster(const WeightedPoints& points, std::uint64_t) const override {
        require_valid(points);
        Clustering clustering;
        const DistinctPoints distinct = find_distinct(points);
        const Matrix rows = select_rows(points.points, distinct.first_point);
        const DensityClusters found(rows, distinct.weights, options_.eps, options_.min_samples);

        // Noise gets groups after those of the components, which are known by a row.
        const auto size = static_cast<std::int32_t>(rows.rows());
        std::vector<std::int32_t> group(rows.rows());
        std::vector<std::uint32_t> cores;
        for (std::int32_t row = 0; row < size; ++row) {
            const auto at = static_cast<std::size_t>(row);
            const bool is_noise = found.label(at) == DensityClusters::kNoise;
            const std::int32_t noise = options_.noise == Noise::cluster ? size : size + row;
            group[at] = is_noise ? noise : found.label(at);
            if (found.is_core(at)) cores.push_back(static_cast<std::uint32_t>(row));
        }
        set_clusters(group, distinct, clustering);
        clustering.centers = select_rows(rows, cores);
        for (const std::uint32_t core : cores)
            clustering.cluster_of_center.push_back(
                clustering.cluster_of[distinct.first_point[core]]);
        return clustering;
    }

    // The cluster of the nearest core point within eps; beyond, the cluster that noise shares.
    std::vector<std::int32_t> assign(const Clustering& clustering,
                                     const Matrix& points) const override {
        require_assignable(points, clustering.centers);
        std::vector<std::int32_t> clusters(points.rows(), noise_cluster(clustering));
        const RadiusTree tree(clustering.centers, clustering.centers, options_.eps);
        parallel_for(points.rows(), kRowsPerBlock, [&](std::size_t row) {
            const std::int32_t core = tree.nearest(points.row(row));
            if (core >= 0)
                clusters[row] = clustering.cluster_of_center[static_cast<std::size_t>(core)];
        });
        return clusters;
    }

    bool is_deterministic() const override { return true; }

private:
    // The one cluster without core points; -1 if noise has none of its own.
    std::int32_t noise_cluster(const Clustering& clustering) const {
        if (options_.noise == Noise::singletons) return -1;
        std::vector<bool> has_core(static_cast<std::size_t>(clustering.num_clusters));
        for (const std::int32_t cluster : clustering.cluster_of_center)
            has_core[static_cast<std::size_t>(cluster)] = true;
        const auto found = std::ranges::find(has_core, false);
        return found == has_core.end() ? -1 : static_cast<std::int32_t>(found - has_core.begin());
    }

    DbscanOptions options_;
};

}  // namespace

std::unique_ptr<Aligner> make_dbscan(const Spec& spec) {
    DbscanOptions options;
    options.eps = spec.get_number("eps", options.eps);
    options.min_samples = spec.get_number("min_samples", options.min_samples);
    require_option(spec, "eps", options.eps, 0, true);
    require_option(spec, "min_samples", options.min_samples, 0, true);
    if (spec.get_choice("noise", {"cluster", "singletons"}) == "singletons")
        options.noise = Noise::singletons;
    return std::make_unique<Dbscan>(options);
}

}  // namespace dhgak
