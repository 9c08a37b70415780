// SPDX-License-Identifier: MIT
#include "align/dbscan/dbscan_model.h"
#include "align/dbscan/density_clusters.h"
#include "align/distinct_points.h"
#include "align/methods.h"
#include "core/select_rows.h"

namespace dhgak {
namespace {

enum class Noise { cluster, singletons };

struct DbscanOptions {
    double eps = 0;
    double min_samples = 0;
    Noise noise = Noise::cluster;
};

class Dbscan final : public Aligner {
public:
    explicit Dbscan(const DbscanOptions& options) : options_(options) {}

    std::vector<Clustering> cluster_each(const WeightedPoints& points,
                                         std::span<const std::uint64_t> seeds) const override {
        return std::vector<Clustering>(seeds.size(), cluster_once(points));
    }

    bool is_deterministic() const override { return true; }

private:
    Clustering cluster_once(const WeightedPoints& points) const {
        require_valid(points);
        const DistinctPoints distinct(points);
        const Matrix& rows = distinct.rows();
        const DensityClusters found(rows, distinct.weights(), options_.eps, options_.min_samples);

        // Noise gets groups after those of the components, which are known by a row.
        const auto size = static_cast<std::int32_t>(rows.rows());
        std::vector<std::int32_t> group(rows.rows());
        std::vector<std::uint32_t> cores, noise;
        for (std::int32_t row = 0; row < size; ++row) {
            const auto at = static_cast<std::size_t>(row);
            const bool is_noise = found.label(at) == DensityClusters::kNoise;
            const std::int32_t noise_group = options_.noise == Noise::cluster ? size : size + row;
            group[at] = is_noise ? noise_group : found.label(at);
            if (is_noise) noise.push_back(static_cast<std::uint32_t>(row));
            if (found.is_core(at)) cores.push_back(static_cast<std::uint32_t>(row));
        }
        Clustering clustering;
        const std::vector<std::int32_t> cluster_of_group =
            set_clusters(group, distinct, clustering);
        const auto clusters_of = [&](const std::vector<std::uint32_t>& some) {
            std::vector<std::int32_t> clusters;
            clusters.reserve(some.size());
            for (const std::uint32_t row : some)
                clusters.push_back(cluster_of_group[static_cast<std::size_t>(group[row])]);
            return clusters;
        };
        clustering.model =
            std::make_shared<DbscanModel>(DensityRows{.cores = select_rows(rows, cores),
                                                      .cluster_of_core = clusters_of(cores),
                                                      .noise = select_rows(rows, noise),
                                                      .cluster_of_noise = clusters_of(noise)},
                                          options_.eps);
        return clustering;
    }

    DbscanOptions options_;
};

}  // namespace

std::unique_ptr<Aligner> make_dbscan(const Spec& spec, const LloydBackend*) {
    DbscanOptions options;
    options.eps = spec.get_number("eps");
    options.min_samples = spec.get_number("min_samples");
    require_option(spec, "eps", options.eps, 0, true);
    require_option(spec, "min_samples", options.min_samples, 0, true);
    if (spec.get_choice("noise", {"cluster", "singletons"}) == "singletons")
        options.noise = Noise::singletons;
    return std::make_unique<Dbscan>(options);
}

}  // namespace dhgak
