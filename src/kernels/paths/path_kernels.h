// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "dhgak/core/spec.h"
#include "dhgak/io/model_file.h"
#include "dhgak/kernel/kernel.h"

namespace dhgak {

// Kernels on pairs of nodes and the path between them.
std::unique_ptr<Kernel> make_sp(const Spec&);
std::unique_ptr<Kernel> make_edge_histogram(const Spec&);

std::unique_ptr<FittedKernel> load_sp(const ModelReader&);
std::unique_ptr<FittedKernel> load_edge_histogram(const ModelReader&);

}  // namespace dhgak
