// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>

#include "dhgak/core/spec.h"
#include "dhgak/io/model_file.h"
#include "dhgak/kernel/kernel.h"

namespace dhgak {

// Kernels on random walks.
std::unique_ptr<Kernel> make_retgk(const Spec&, std::uint64_t seed);

std::unique_ptr<FittedKernel> load_retgk(const ModelReader&);

}  // namespace dhgak
