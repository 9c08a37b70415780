// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "kernel/counts/fitted_counts.h"
#include "kernels/transport/distance_kernel.h"

namespace dhgak {

// The 1-Wasserstein distance between the nodes of two graphs, all of the same mass, where moving
// mass from node to node costs the share of rounds 0..L in which their colours differ.
//
// Colours that differ stay different, so that this is the distance in a tree, and needs no solver:
// half the mean over rounds of the sum over colours of |p(G) - p(G')|, p the share of nodes.
std::shared_ptr<const GraphDistances> make_color_distances(
    const std::shared_ptr<const TrainingCounts>& training);

std::shared_ptr<const GraphDistances> load_color_distances(const ModelReader& reader);

}  // namespace dhgak
