// SPDX-License-Identifier: MIT
#include <algorithm>

#include "dhgak/kernel/hop_kernel.h"
#include "dhgak/kernel/kernel.h"

namespace dhgak {

std::unique_ptr<Kernel> make_dhgak(const Spec&, const AlignOptions&);     // dhgak.cpp
std::unique_ptr<Kernel> make_dhgak_oa(const Spec&, const AlignOptions&);  // dhgak.cpp
std::unique_ptr<Kernel> make_dgak(const Spec&, const AlignOptions&);      // dhgak.cpp
std::unique_ptr<Kernel> make_dhw(const Spec&, const AlignOptions&);       // dhw.cpp

namespace {

// A kernel needs more than its own options: those of the slices it compares.
struct KernelMethod {
    MethodInfo info;
    std::unique_ptr<Kernel> (*make)(const Spec&, const AlignOptions&);
    KernelNeeds needs = {};
    std::optional<HopKernel> hop_kernel = std::nullopt;
};

const KernelMethod kKernels[] = {
    {{"dhgak", "inner product of cluster frequencies, summed over hops (the paper's)", {}},
     make_dhgak,
     {},
     HopKernel::mean_embedding},
    {{"dhgak-oa", "optimal assignment between aligned slices, summed over hops", {}},
     make_dhgak_oa,
     {},
     HopKernel::assignment},
    {{"dgak", "dhgak without hops: one slice a node, all nodes within H + b (ablation)", {}},
     make_dgak,
     {.hops = false}},
    {{"dhw",
      "exp(-lambda W1) of the graphs' slices, summed over hops; may be indefinite (ablation)",
      {{"lambda", "auto", "decay with distance; auto: 1 / the hop's mean distance"},
       {"time_limit", "0", "seconds before it gives up, looked at between pairs; 0: none"}}},
     make_dhw,
     {.clusters = false}},
};

const KernelMethod& find_kernel(const Spec& spec) {
    std::vector<const MethodInfo*> infos;
    for (const KernelMethod& method : kKernels) infos.push_back(&method.info);
    const MethodInfo& found = find_method("kernel", spec, infos);
    return *std::ranges::find_if(
        kKernels, [&](const KernelMethod& method) { return &method.info == &found; });
}

}  // namespace

std::unique_ptr<Kernel> make_kernel(const Spec& spec, const AlignOptions& options) {
    validate(options);
    return find_kernel(spec).make(spec, options);
}

KernelNeeds needs_of(const Spec& kernel) { return find_kernel(kernel).needs; }

std::optional<HopKernel> hop_kernel_of(const Spec& kernel) {
    return find_kernel(kernel).hop_kernel;
}

std::vector<MethodInfo> list_kernels() {
    std::vector<MethodInfo> infos;
    for (const KernelMethod& method : kKernels) infos.push_back(method.info);
    return infos;
}

}  // namespace dhgak
