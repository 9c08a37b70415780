// SPDX-License-Identifier: MIT
#include "dhgak/align/aligner.h"

#include "dhgak/core/parallel.h"

namespace dhgak {

std::vector<Clustering> Aligner::cluster_each(const WeightedPoints& points,
                                              std::span<const std::uint64_t> seeds) const {
    std::vector<Clustering> clusterings(seeds.size());
    parallel_for(seeds.size(), [&](std::size_t i) { clusterings[i] = cluster(points, seeds[i]); });
    return clusterings;
}

}  // namespace dhgak
