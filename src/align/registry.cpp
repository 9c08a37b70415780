// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string>

#include "align/methods.h"
#include "dhgak/align/aligner.h"

namespace dhgak {
namespace {

struct AlignerMethod {
    MethodInfo info;
    std::unique_ptr<Aligner> (*make)(const Spec&, const LloydBackend*);
    std::shared_ptr<const ClusterModel> (*load)(const ModelReader&);
};

std::span<const AlignerMethod> aligners() {
    static const AlignerMethod methods[] = {
        {{"dbscan",
          "density clusters, whatever their number; noise is a cluster of its own",
          {{"eps", "0.3", "how near neighbours are"},
           {"min_samples", "5", "neighbours, itself included, that make a core point"},
           {"noise", "cluster", "cluster: noise shares one; singletons: one for each point"}}},
         make_dbscan,
         load_dbscan},
        {{"gmm",
          "mixture of normal distributions with diagonal covariance, most likely component",
          {{"factor", "2", "components per training graph", "cluster_factor"},
           {"k", "", "number of components, instead of factor"},
           {"iterations", "100", "at most"},
           {"tol", "1e-3", "stop when the mean log-likelihood changes less"},
           {"reg", "1e-6", "added to variances, relative to that of the points"}}},
         make_gmm,
         load_gmm},
        {{"kmeans",
          "Lloyd's algorithm, random or k-means++ start",
          {{"factor", "2", "clusters per training graph", "cluster_factor"},
           {"k", "", "number of clusters, instead of factor"},
           {"init", "random",
            "random: distinct points, all as likely; k-means++: by distance and weight"},
           {"n_init", "1", "starts, of which the best counts"},
           {"iterations", "100", "at most, for each start"},
           {"tol", "1e-4", "stop when centers move less, relative to the variance"},
           {"device", "cpu", "cpu, cuda, or auto: a GPU where there is one; after bert, its device",
            "device"}}},
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

std::vector<MethodInfo> list_aligners() {
    std::vector<MethodInfo> infos;
    for (const AlignerMethod& method : aligners()) infos.push_back(method.info);
    return infos;
}

}  // namespace dhgak
