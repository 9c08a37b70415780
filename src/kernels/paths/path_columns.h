// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>

#include "kernel/counts/fitted_counts.h"
#include "kernels/paths/triple_columns.h"

namespace dhgak {

struct PathOptions {
    std::uint32_t longest = ~std::uint32_t{0};  // pairs of nodes farther apart do not count
    TripleColumns::Weights weights;
};

// Counts the pairs of nodes of some graphs by labels and distance; one level. Labels are matched by
// name; what is made of others is a kind of its own in a new graph.
TrainingCounts fit_paths(const Dataset& graphs, const PathOptions& options);

// A kernel on these counts, by inner products, that was saved.
std::unique_ptr<FittedKernel> load_fitted_paths(const ModelReader& reader);

}  // namespace dhgak
