// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "dhgak/core/spec.h"
#include "dhgak/io/model_file.h"
#include "dhgak/kernel/kernel.h"

namespace dhgak {

// Kernels of infinitely wide graph neural networks.
std::unique_ptr<Kernel> make_gntk(const Spec&);
std::unique_ptr<Kernel> make_graphqntk(const Spec&);

std::unique_ptr<FittedKernel> load_gntk(const ModelReader&);

}  // namespace dhgak
