// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "dhgak/core/spec.h"
#include "dhgak/io/model_file.h"
#include "dhgak/kernel/kernel.h"

namespace dhgak {

// Colours in graphs that lose their edges step by step.
std::unique_ptr<Kernel> make_fwl(const Spec&);

std::unique_ptr<FittedKernel> load_fwl(const ModelReader&);

}  // namespace dhgak
