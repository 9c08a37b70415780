// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "kernels/transport/distance_kernel.h"

namespace dhgak {

// What stands at the nodes before they are mixed with those around them.
enum class NodeValues { attributes, degrees };

// The 1-Wasserstein distance between the nodes of two graphs, all of the same mass, by the
// Euclidean distance of what Weisfeiler-Leman with numbers gives them: a_0(v) are the values of v,
// standardised over all nodes of the training graphs, a_i(v) is the mean of a_{i-1}(v) and of the
// mean of a_{i-1} over the neighbours of v (0 where it has none), and level L joins a_0..a_L.
//
// Distances are computed when they are asked for, by exact transport, and `time_limit` seconds
// after that given up; 0: never. Those between training graphs are kept. New graphs without
// attributes have the mean, 0. Throws ConfigError if the training graphs have none.
std::shared_ptr<const GraphDistances> make_attribute_distances(const Dataset& graphs,
                                                               NodeValues values,
                                                               std::size_t rounds,
                                                               double time_limit);

std::shared_ptr<const GraphDistances> load_attribute_distances(const ModelReader& reader);

}  // namespace dhgak
