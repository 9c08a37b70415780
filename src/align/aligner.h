// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "dhgak/core/matrix.h"
#include "dhgak/core/method.h"
#include "dhgak/core/spec.h"

namespace dhgak {

class LloydBackend;
class ModelReader;
class ModelWriter;

// Stands for the cluster of a point that is in none.
inline constexpr std::int32_t kNoCluster = -1;

// Points to be clustered, borrowed. A point of weight w counts as w equal points.
struct WeightedPoints {
    const Matrix& points;
    std::span<const float> weights;  // by point, positive; empty: all 1
    std::size_t num_graphs = 0;      // what `factor` of a method is multiplied with
    bool are_distinct = false;       // no two rows have the same bits: nobody need look for such
};

// What a clustering learned: puts points into its clusters. Immutable, for any number of threads.
class ClusterModel {
public:
    virtual ~ClusterModel() = default;

    virtual std::int32_t num_clusters() const = 0;
    virtual std::size_t num_columns() const = 0;  // of the points it takes

    // By point: its cluster, kNoCluster for a point that is in none. The points that were clustered
    // get the clusters they had, bit for bit; so they do after saving and loading.
    // Throws InputError for other columns and for coordinates that are not finite or too large.
    virtual std::vector<std::int32_t> assign(const Matrix& points) const = 0;

    virtual void save(const ModelWriter& writer) const = 0;
};

// The model that a method of the registry saved. Throws ConfigError for an unknown name and
// InputError where the file does not hold such a model.
std::shared_ptr<const ClusterModel> load_cluster_model(std::string_view method,
                                                       const ModelReader& reader);

// Slices grouped so that those of one cluster count as aligned.
struct Clustering {
    std::vector<std::int32_t> cluster_of;  // by point, in [0, num_clusters), by first occurrence
    std::int32_t num_clusters = 0;
    bool converged = true;
    int iterations = 0;
    std::shared_ptr<const ClusterModel> model;
};

// Groups slices with close embeddings, so that they count as aligned.
class Aligner {
public:
    virtual ~Aligner() = default;

    // Clusters the points once for each seed, side by side; what a method prepares serves all.
    // A result depends on the points and its seed only.
    // Throws InputError for coordinates that are not finite or too large to be squared.
    virtual std::vector<Clustering> cluster_each(const WeightedPoints& points,
                                                 std::span<const std::uint64_t> seeds) const = 0;

    Clustering cluster(const WeightedPoints& points, std::uint64_t seed) const;

    // Whether every seed gives the same clusters, so that one run stands for all experiments.
    virtual bool is_deterministic() const { return false; }
};

// `kmeans:factor=0.5,init=random`, `dbscan:eps=0.3`, `gmm`. `gpu`, which must outlive the aligner,
// is what runs on a GPU; without one, all is done on the CPU.
// Throws ConfigError for an unknown name or option, or a device that is not there.
std::unique_ptr<Aligner> make_aligner(const Spec& spec, const LloydBackend* gpu = nullptr,
                                      const RunValues& run = {});

std::vector<MethodInfo> list_aligners();

}  // namespace dhgak
