// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string>

#include "align/aligner.h"
#include "align/cluster_cost.h"
#include "align/methods.h"

namespace dhgak {
namespace {

struct AlignerMethod {
    MethodInfo info;
    ClusterCost cost;
    std::unique_ptr<Aligner> (*make)(const Spec&, const LloydBackend*);
    std::shared_ptr<const ClusterModel> (*load)(const ModelReader&);
};

std::span<const AlignerMethod> aligners() {
    static const AlignerMethod methods[] = {
        {{"dbscan",
          "a cluster is where many slices lie close together; finds the number of clusters itself",
          {{"eps", "0.3", "slices at most this far from each other are neighbours"},
           {"min_samples", "5",
            "a slice with so many neighbours, itself counted, is inside a cluster"},
           {"noise", "cluster",
            "slices in no cluster: cluster: they share one; singletons: each has one to itself"}}},
         {ClusterGrowth::pairs_of_points, 4e-11, "a smaller eps or kmeans"},
         make_dbscan,
         load_dbscan},
        {{"gmm",
          "clusters that may differ in size and shape (normal distributions, diagonal covariance)",
          {{"factor", "2", "clusters of a hop, over all graphs together, for each training graph",
            "cluster_factor"},
           {"k", "", "number of clusters of a hop, instead of factor"},
           {"iterations", "100", "steps at most"},
           {"tol", "1e-3", "stop when the mean log-likelihood changes less"},
           {"reg", "1e-6", "added to each variance, as a share of the variance of all slices"}}},
         {ClusterGrowth::points_and_clusters, 1.6e-6, "a smaller --cluster-factor or kmeans"},
         make_gmm,
         load_gmm},
        {{"kmeans",
          "each slice goes to the nearest of k centers, each center to the mean of its slices",
          {{"factor", "2", "clusters of a hop, over all graphs together, for each training graph",
            "cluster_factor"},
           {"k", "", "number of clusters of a hop, instead of factor"},
           {"init", "random",
            "centers at the start. random: any distinct slices; k-means++: slices far from each "
            "other"},
           {"n_init", "1", "starts, of which the best is kept"},
           {"iterations", "100", "steps at most, for each start"},
           {"tol", "1e-4", "stop when centers move less than this share of the variance"},
           {"levels", "auto",
            "1: all centers compete; 2: those of the nearest of about sqrt(k) cells, on the CPU; "
            "auto: 1 up to 2e8 distinct points times k and on a GPU, else 2"},
           {"device", "cpu", "cpu, cuda, or auto: a GPU if there is one; after bert, its device",
            "device"}}},
         {ClusterGrowth::points_and_root, 4e-9, "a smaller --cluster-factor"},
         make_kmeans,
         load_kmeans},
    };
    return methods;
}

const AlignerMethod& find_aligner(const Spec& spec) {
    std::vector<const MethodInfo*> infos;
    for (const AlignerMethod& method : aligners()) infos.push_back(&method.info);
    const MethodInfo& found = find_method("clustering", spec, infos);
    return *std::ranges::find_if(
        aligners(), [&](const AlignerMethod& method) { return &method.info == &found; });
}

}  // namespace

std::unique_ptr<Aligner> make_aligner(const Spec& spec, const LloydBackend* gpu,
                                      const RunValues& run) {
    const AlignerMethod& method = find_aligner(spec);
    return method.make(with_defaults(spec, method.info, run), gpu);
}

std::shared_ptr<const ClusterModel> load_cluster_model(std::string_view method,
                                                       const ModelReader& reader) {
    return find_aligner({.name = std::string(method), .options = {}}).load(reader);
}

ClusterCost cost_of_clustering(const Spec& method) { return find_aligner(method).cost; }

std::vector<MethodInfo> list_aligners() {
    std::vector<MethodInfo> infos;
    for (const AlignerMethod& method : aligners()) infos.push_back(method.info);
    return infos;
}

}  // namespace dhgak
