// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "dhgak/core/spec.h"
#include "dhgak/io/model_file.h"
#include "dhgak/kernel/kernel.h"

namespace dhgak {

// Kernels on eigenvectors.
std::unique_ptr<Kernel> make_pm(const Spec&);

std::unique_ptr<FittedKernel> load_pm(const ModelReader&);

}  // namespace dhgak
