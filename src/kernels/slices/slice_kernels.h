// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "dhgak/core/spec.h"
#include "dhgak/io/model_file.h"
#include "dhgak/kernel/kernel.h"
#include "kernels/slices/align_options.h"

namespace dhgak {

// The paper's kernels, on slices around nodes.
std::unique_ptr<Kernel> make_dhgak(const Spec&, const AlignOptions&, const KernelSetup&);
std::unique_ptr<Kernel> make_dhgak_oa(const Spec&, const AlignOptions&, const KernelSetup&);
std::unique_ptr<Kernel> make_dgak(const Spec&, const AlignOptions&, const KernelSetup&);
std::unique_ptr<Kernel> make_dhw(const Spec&, const AlignOptions&, const KernelSetup&);

std::unique_ptr<FittedKernel> load_mean_of_slices(const ModelReader&);        // dhgak, dgak
std::unique_ptr<FittedKernel> load_assignment_of_slices(const ModelReader&);  // dhgak-oa
std::unique_ptr<FittedKernel> load_dhw(const ModelReader&);

}  // namespace dhgak
