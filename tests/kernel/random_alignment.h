// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "align/alignment.h"
#include "core/random.h"

namespace dhgak {

// Some graphs with up to `max_nodes` nodes, a few of them empty.
inline std::vector<std::size_t> random_offsets(std::size_t num_graphs, std::size_t max_nodes,
                                               std::uint64_t seed) {
    Random random(seed);
    std::vector<std::size_t> offsets = {0};
    for (std::size_t g = 0; g < num_graphs; ++g)
        offsets.push_back(offsets.back() + random.below(max_nodes + 1));
    return offsets;
}

// Clusterings of random points; each weighs 1, as an experiment of its own.
inline HopAlignment random_alignment(std::size_t num_nodes, std::size_t num_points,
                                     const std::vector<std::int32_t>& num_clusters,
                                     std::uint64_t seed) {
    Random random(seed);
    HopAlignment hop;
    for (std::size_t v = 0; v < num_nodes; ++v)
        hop.point_of_node.push_back(static_cast<std::uint32_t>(random.below(num_points)));
    for (const std::int32_t clusters : num_clusters) {
        Clustering clustering;
        clustering.num_clusters = clusters;
        for (std::size_t p = 0; p < num_points; ++p)
            clustering.cluster_of.push_back(
                static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(clusters))));
        hop.clusterings.push_back(clustering);
        hop.clustering_weights.push_back(1);
    }
    return hop;
}

}  // namespace dhgak
