// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "dhgak/core/spec.h"
#include "dhgak/io/model_file.h"
#include "dhgak/kernel/kernel.h"

namespace dhgak {

// How far nodes must be moved to become another graph's.
std::unique_ptr<Kernel> make_wwl(const Spec&);

std::unique_ptr<FittedKernel> load_wwl(const ModelReader&);

}  // namespace dhgak
