// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "dhgak/graph/dataset.h"
#include "dhgak/kernel/kernel.h"
#include "kernel/label_numbers.h"
#include "kernels/tangents/tangent_options.h"

namespace dhgak {

// The most blocks there may be. Attention multiplies covariances: a fifth block would leave the
// range of numbers.
constexpr std::size_t kMostBlocks = 100, kMostBlocksWithAttention = 4, kMostLayers = 10;

// The tangent kernel of a network with these training graphs, whose node labels are the numbers
// that `labels` has for them. `name` is that of the kernel, for messages and models.
std::unique_ptr<FittedKernel> make_fitted_tangents(const std::string& name,
                                                   const TangentOptions& options, double time_limit,
                                                   LabelNumbers labels, Dataset graphs);

}  // namespace dhgak
