// SPDX-License-Identifier: MIT
#pragma once

#include "align/lloyd.h"
#include "torch/points_on_device.h"

namespace dhgak {

// Lloyd's algorithm as align/lloyd.cpp has it, in products of whole blocks.
LloydResult run_lloyd(const PointsOnDevice& points, const Matrix& starts,
                      const LloydOptions& options);

}  // namespace dhgak
