// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "dhgak/core/matrix.h"
#include "dhgak/core/method.h"
#include "dhgak/core/spec.h"

namespace dhgak {

// Points to be clustered, borrowed. A point of weight w counts as w equal points.
struct WeightedPoints {
    const Matrix& points;
    std::span<const float> weights;  // by point, positive; empty: all 1
    std::size_t num_graphs = 0;      // what `factor` of a method is multiplied with
};

// Slices grouped so that those of one cluster count as aligned.
struct Clustering {
    std::vector<std::int32_t> cluster_of;  // by point, in [0, num_clusters)
    std::int32_t num_clusters = 0;
    bool converged = true;
    int iterations = 0;

    // What assigns new points; its meaning is the method's own. Row r of `centers` belongs to
    // cluster `cluster_of_center[r]`.
    Matrix centers;
    std::vector<std::int32_t> cluster_of_center;
    Matrix spreads;                 // gmm: variances, one row per center
    std::vector<float> log_shares;  // gmm: logarithm of each component's share
};

// Groups slices with close embeddings, so that they count as aligned.
class Aligner {
public:
    virtual ~Aligner() = default;

    // Clusters the points. The result depends on the points and the seed only.
    virtual Clustering cluster(const WeightedPoints& points, std::uint64_t seed) const = 0;

    // The same for each of several seeds, side by side; a method that prepares the points does so
    // once for all.
    virtual std::vector<Clustering> cluster_each(const WeightedPoints& points,
                                                 std::span<const std::uint64_t> seeds) const;

    // The clusters of new points under a clustering this method made; -1 for a point that is in
    // none (noise). Rows have the columns of the points that were clustered.
    virtual std::vector<std::int32_t> assign(const Clustering& clustering,
                                             const Matrix& points) const = 0;

    // Whether every seed gives the same clusters, so that one run stands for all experiments.
    virtual bool is_deterministic() const { return false; }
};

// `kmeans:factor=0.5,init=random`, `dbscan:eps=0.3`, `gmm`.
// Throws ConfigError for an unknown name or option.
std::unique_ptr<Aligner> make_aligner(const Spec& spec);

std::vector<MethodInfo> list_aligners();

}  // namespace dhgak
