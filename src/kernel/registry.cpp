// SPDX-License-Identifier: MIT
#include "dhgak/kernel/kernel.h"

namespace dhgak {

std::unique_ptr<Kernel> make_dhgak(const Spec&, const AlignOptions&);     // dhgak.cpp
std::unique_ptr<Kernel> make_dhgak_oa(const Spec&, const AlignOptions&);  // dhgak.cpp

namespace {

// A kernel needs more than its own options: those of the slices it compares.
struct KernelMethod {
    MethodInfo info;
    std::unique_ptr<Kernel> (*make)(const Spec&, const AlignOptions&);
};

const KernelMethod kKernels[] = {
    {{"dhgak", "inner product of cluster frequencies, summed over hops (the paper's)", {}},
     make_dhgak},
    {{"dhgak-oa", "optimal assignment between aligned slices, summed over hops", {}},
     make_dhgak_oa},
};

}  // namespace

std::unique_ptr<Kernel> make_kernel(const Spec& spec, const AlignOptions& options) {
    validate(options);
    std::vector<const MethodInfo*> infos;
    for (const KernelMethod& method : kKernels) infos.push_back(&method.info);
    const MethodInfo& found = find_method("kernel", spec, infos);
    for (const KernelMethod& method : kKernels)
        if (&method.info == &found) return method.make(spec, options);
    return nullptr;
}

std::vector<MethodInfo> list_kernels() {
    std::vector<MethodInfo> infos;
    for (const KernelMethod& method : kKernels) infos.push_back(method.info);
    return infos;
}

}  // namespace dhgak
