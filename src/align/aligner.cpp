// SPDX-License-Identifier: MIT
#include "align/aligner.h"

#include <utility>

namespace dhgak {

Clustering Aligner::cluster(const WeightedPoints& points, std::uint64_t seed) const {
    return std::move(cluster_each(points, {&seed, 1}).front());
}

}  // namespace dhgak
