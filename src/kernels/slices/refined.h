// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "dhgak/kernel/kernel.h"
#include "kernels/slices/align_options.h"

namespace dhgak {

// The mean of a kernel over the rounds of `options.refine`: in each, the labels of the graphs are
// the Weisfeiler-Leman colours of that round (refined_labels.h). Features sit side by side, scaled
// so that their inner product is the mean. The kernel itself where round 0 is all.
// Throws ConfigError if edge labels are to count and there is no round for them.
std::unique_ptr<Kernel> over_refined_labels(std::unique_ptr<Kernel> kernel,
                                            const AlignOptions& options);

// What was saved: such a mean, or what `load` loads.
std::unique_ptr<FittedKernel> load_over_refined_labels(
    const ModelReader& reader, std::unique_ptr<FittedKernel> (*load)(const ModelReader&));

}  // namespace dhgak
