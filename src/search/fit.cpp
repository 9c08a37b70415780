// SPDX-License-Identifier: MIT
#include "search/fit.h"

#include <algorithm>

namespace dhgak {
namespace {

std::size_t num_fitted(const FitScope& scope) {
    return scope.split ? scope.split->train.size() : scope.dataset->num_graphs();
}

// One alignment of all nodes, made of those of the training and the test graphs: the points of the
// latter come after those of the former.
HopAlignment join(const FitScope& scope, HopAlignment fitted, const HopAlignment& others,
                  std::size_t num_fitted_points) {
    const Dataset& dataset = *scope.dataset;
    HopAlignment joined;
    joined.point_of_node.resize(dataset.num_nodes());
    const auto place = [&](const std::vector<std::size_t>& graphs,
                           const std::vector<std::uint32_t>& point_of_node, std::size_t shift) {
        std::size_t node = 0;
        for (const std::size_t g : graphs)
            for (std::size_t v = dataset.node_offsets[g]; v < dataset.node_offsets[g + 1]; ++v)
                joined.point_of_node[v] = static_cast<std::uint32_t>(point_of_node[node++] + shift);
    };
    place(scope.split->train, fitted.point_of_node, 0);
    place(scope.split->test, others.point_of_node, num_fitted_points);
    for (std::size_t k = 0; k < fitted.clusterings.size(); ++k) {
        std::vector<std::int32_t>& clusters = fitted.clusterings[k].cluster_of;
        const std::vector<std::int32_t>& more = others.clusterings[k].cluster_of;
        clusters.insert(clusters.end(), more.begin(), more.end());
    }
    joined.clusterings = std::move(fitted.clusterings);
    joined.clustering_weights = std::move(fitted.clustering_weights);
    return joined;
}

}  // namespace

ScopedVectors embed_scope(const FitScope& scope, const AlignOptions& options) {
    const auto embedder = make_embedder(options.embed.nlm, options.embed.attributes);
    if (!scope.split) {
        const Slices slices = cut_slices(*scope.dataset, options.slices);
        return {.fitted = embedder->fit(slices, options.embed.seed).hops, .others = {}};
    }
    const Dataset train = subset(*scope.dataset, scope.split->train);
    FittedEmbedding fitted = embedder->fit(cut_slices(train, options.slices), options.embed.seed);
    const Dataset test = subset(*scope.dataset, scope.split->test);
    return {.fitted = std::move(fitted.hops),
            .others = fitted.model->embed(cut_slices(test, options.slices))};
}

ScopedPoints accumulate_scope(const ScopedVectors& vectors, float alpha) {
    return {.fitted = accumulate_hops(vectors.fitted, alpha),
            .others = accumulate_hops(vectors.others, alpha)};
}

std::vector<HopAlignment> align_scope(const FitScope& scope, const ScopedPoints& points,
                                      const AlignOptions& options) {
    const auto num_hops = static_cast<std::size_t>(options.slices.H) + 1;
    if (points.fitted.front().points.rows() == 0) return std::vector<HopAlignment>(num_hops);
    const std::span fitted_points = std::span(points.fitted).first(num_hops);
    std::vector<HopAlignment> fitted = align_hops(fitted_points, num_fitted(scope), options);
    if (!scope.split) return fitted;
    const std::vector<HopAlignment> others =
        assign_hops(fitted, std::span(points.others).first(num_hops), options);
    for (std::size_t h = static_cast<std::size_t>(options.first_hop); h < num_hops; ++h)
        fitted[h] = join(scope, std::move(fitted[h]), others[h], fitted_points[h].points.rows());
    return fitted;
}

}  // namespace dhgak
