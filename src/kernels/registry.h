// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "dhgak/core/method.h"
#include "dhgak/kernel/kernel.h"
#include "kernels/slices/align_options.h"

namespace dhgak {

// `dhgak`, `dhw:lambda=1`, `wl:rounds=3`; kernels on slices take the rest from `options`, others
// ignore them.
// Everything is judged and built here. Throws ConfigError for an unknown name, option or value.
std::unique_ptr<Kernel> make_kernel(const Spec& spec, const AlignOptions& options,
                                    const KernelSetup& setup = {});

// A kernel of that name as FittedKernel::save wrote it.
std::unique_ptr<FittedKernel> load_kernel(std::string_view name, const ModelReader& reader);

// The configurations that the kernel's paper chose from: every combination of the values of the
// options that have any in the registry, those that `spec` gives kept as they are.
std::vector<Spec> published_grid(const Spec& spec);

// What a kernel can do with these options. Throws ConfigError for an unknown name or option.
KernelTraits traits_of(const Spec& spec);

// Whether the kernel has an option of this name, given or not.
bool takes_option(const Spec& spec, std::string_view key);

std::vector<MethodInfo> list_kernels();

}  // namespace dhgak
