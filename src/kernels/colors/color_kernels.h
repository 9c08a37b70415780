// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "dhgak/core/spec.h"
#include "dhgak/io/model_file.h"
#include "dhgak/kernel/kernel.h"

namespace dhgak {

// Kernels on the Weisfeiler-Leman colours of nodes.
std::unique_ptr<Kernel> make_vertex_histogram(const Spec&);
std::unique_ptr<Kernel> make_wl(const Spec&);
std::unique_ptr<Kernel> make_wl_oa(const Spec&);
std::unique_ptr<Kernel> make_gawl(const Spec&);

std::unique_ptr<FittedKernel> load_wl(const ModelReader&);
std::unique_ptr<FittedKernel> load_wl_oa(const ModelReader&);
std::unique_ptr<FittedKernel> load_gawl(const ModelReader&);

}  // namespace dhgak
