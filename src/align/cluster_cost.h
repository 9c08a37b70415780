// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "dhgak/core/spec.h"

namespace dhgak {

// What the time of a clustering grows with.
enum class ClusterGrowth {
    points_and_root,      // points x the root of the number of clusters, about: most are left out
    points_and_clusters,  // points x clusters
    pairs_of_points
};

// What a clustering takes, about, to be told before it runs.
struct ClusterCost {
    ClusterGrowth growth;
    double seconds;           // of one pair, on one core; see docs/performance.md
    std::string_view remedy;  // what makes it cheaper, beside fewer points
};

// Throws ConfigError for an unknown name or option.
ClusterCost cost_of_clustering(const Spec& method);

}  // namespace dhgak
