// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "dhgak/kernel/fit_context.h"
#include "kernel/counts/fitted_counts.h"
#include "kernels/slices/align_options.h"

namespace dhgak {

// The points x_h(v) of some graphs by hop, and what makes those of other graphs.
struct FittedPoints {
    PointModel model;
    std::vector<HopPoints> hops;
};

// Slices, embeddings and clusters of graphs, built once from options; what kernels on slices stand
// on. Results go through the context's cache under keys_of its options, so that fits which share
// options share work. Time goes to the stages slice, embed and align.
class SlicePipeline {
public:
    SlicePipeline(AlignOptions options, KernelSetup setup);

    const AlignOptions& options() const { return options_; }
    const KernelSetup& setup() const { return setup_; }
    const AlignmentParts& parts() const { return parts_; }

    // Labels that no graph has are not learned. A dataset without nodes has empty hops.
    std::shared_ptr<const FittedPoints> points(const Dataset& graphs,
                                               const FitContext& context) const;

    // The clusters of the points, one level for each hop, and how to count those of other graphs.
    std::shared_ptr<const TrainingCounts> counts(const Dataset& graphs,
                                                 const FitContext& context) const;

private:
    AlignOptions options_;
    KernelSetup setup_;
    AlignmentParts parts_;
    AlignmentKeys keys_;
};

// What was saved as part of a kernel.
PointModel load_point_model(const ModelReader& reader);
std::shared_ptr<const Counter> load_slice_counter(const ModelReader& reader);

}  // namespace dhgak
