// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "dhgak/embed/embedder.h"
#include "dhgak/embed/hierarchy.h"
#include "dhgak/graph/dataset.h"
#include "dhgak/kernel/alignment.h"
#include "dhgak/learn/folds.h"

namespace dhgak {

// A dataset whose embeddings and clusterings are fitted on all of its graphs, or on the training
// graphs of a fold only.
struct FitScope {
    const Dataset* dataset = nullptr;
    const Split* split = nullptr;  // none: all graphs
};

// Slice embeddings of the graphs that were fitted on, and of the others.
struct ScopedVectors {
    std::vector<HopVectors> fitted;
    std::vector<HopVectors> others;
};
ScopedVectors embed_scope(const FitScope& scope, const AlignOptions& options);

struct ScopedPoints {
    std::vector<HopPoints> fitted;
    std::vector<HopPoints> others;
};
ScopedPoints accumulate_scope(const ScopedVectors& vectors, float alpha);

// Clusters the hops 0..H of the fitted graphs and puts the others into these clusters; nodes are
// those of the whole dataset.
std::vector<HopAlignment> align_scope(const FitScope& scope, const ScopedPoints& points,
                                      const AlignOptions& options);

}  // namespace dhgak
