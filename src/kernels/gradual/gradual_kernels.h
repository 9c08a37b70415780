// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>

#include "dhgak/core/spec.h"
#include "dhgak/io/model_file.h"
#include "dhgak/kernel/kernel.h"

namespace dhgak {

// Kernels on colours that are refined slowly.
std::unique_ptr<Kernel> make_gwl(const Spec&, std::uint64_t seed);
std::unique_ptr<Kernel> make_gwl_oa(const Spec&, std::uint64_t seed);

std::unique_ptr<FittedKernel> load_gwl(const ModelReader&);
std::unique_ptr<FittedKernel> load_gwl_oa(const ModelReader&);

}  // namespace dhgak
