// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <vector>

#include <ATen/core/Tensor.h>

#include "align/lloyd_backend.h"

namespace dhgak {

// Weighted points on a device, which all runs of k-means on them share.
class LloydPoints {
public:
    virtual ~LloydPoints() = default;

    // Lloyd's algorithm as align/lloyd.cpp has it, in products of whole blocks, from each of the
    // starts.
    virtual std::vector<LloydResult> run_each(std::span<const Matrix> starts,
                                              const LloydOptions& options) const = 0;
};

// By operations of LibTorch, on any device: the plain version.
std::unique_ptr<LloydPoints> points_for_operations(const Matrix& points,
                                                   std::span<const float> weights,
                                                   at::Device device);

// By code of our own for a GPU; null where it cannot be compiled.
std::unique_ptr<LloydPoints> points_for_gpu_code(const Matrix& points,
                                                 std::span<const float> weights);

// Compiles that code, unless that is done.
void compile_lloyd();

}  // namespace dhgak
