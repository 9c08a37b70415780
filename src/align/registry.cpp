// SPDX-License-Identifier: MIT
#include "align/methods.h"
#include "dhgak/align/aligner.h"

namespace dhgak {
namespace {

std::span<const Method<Aligner>> aligners() {
    static const Method<Aligner> methods[] = {
        {{"dbscan",
          "density clusters, whatever their number; noise is a cluster of its own",
          {{"eps", "0.3", "how near neighbours are"},
           {"min_samples", "5", "neighbours, itself included, that make a core point"},
           {"noise", "cluster", "cluster: noise shares one; singletons: one for each point"}}},
         make_dbscan},
        {{"gmm",
          "mixture of normal distributions with diagonal covariance, most likely component",
          {{"factor", "2", "components per graph of the dataset"},
           {"k", "", "number of components, instead of factor"},
           {"iterations", "100", "at most"},
           {"tol", "1e-3", "stop when the mean log-likelihood changes less"},
           {"reg", "1e-6", "added to variances, relative to that of the points"}}},
         make_gmm},
        {{"kmeans",
          "Lloyd's algorithm, random or k-means++ start",
          {{"factor", "2", "clusters per graph of the dataset"},
           {"k", "", "number of clusters, instead of factor"},
           {"init", "random", "random or k-means++"},
           {"n_init", "1", "starts, of which the best counts"},
           {"iterations", "100", "at most, for each start"},
           {"tol", "1e-4", "stop when centers move less, relative to the variance"},
           {"device", "cpu",
            "cpu, cuda, or auto: a GPU where there is one; after bert, its device"}}},
         make_kmeans},
    };
    return methods;
}

}  // namespace

std::unique_ptr<Aligner> make_aligner(const Spec& spec) {
    return make_method("clustering", spec, aligners());
}

std::vector<MethodInfo> list_aligners() { return describe(aligners()); }

}  // namespace dhgak
