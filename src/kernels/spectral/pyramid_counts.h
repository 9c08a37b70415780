// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "dhgak/kernel/fit_context.h"
#include "kernel/counts/fitted_counts.h"

namespace dhgak {

struct PyramidOptions {
    std::size_t levels = 4;      // L: the finest one has 2^(L-1) cells an axis
    std::size_t dimensions = 6;  // d: axes
    bool labels = true;          // nodes match in equal labels only
    bool like_grakel = false;    // its weights, and its eigenvectors of small graphs
    double time_limit = 0;       // seconds; 0: none
};

// The text under which fits share the coordinates of nodes.
std::string coordinates_key(const PyramidOptions& options);

// How many nodes of each label graphs have in each cell of each axis, at all levels of a pyramid
// over the nodes' spectral coordinates. Weights are such that the sum of w min(n(G), n(G')) is the
// pyramid match kernel: a match counts 2^-(L-1-p) at the finest level p that has it. A label that
// no training graph has matches nothing.
std::shared_ptr<const TrainingCounts> count_pyramids(const Dataset& graphs,
                                                     const PyramidOptions& options,
                                                     const FitContext& context);

std::unique_ptr<FittedKernel> load_fitted_pyramids(const ModelReader& reader);

}  // namespace dhgak
