// SPDX-License-Identifier: MIT
#include "dhgak/kernel/registry.h"

#include <algorithm>

#include "kernel/methods.h"

namespace dhgak {
namespace {

// A kernel needs more than its own options: those of the slices it compares.
struct KernelMethod {
    MethodInfo info;
    KernelTraits traits;
    std::unique_ptr<Kernel> (*make)(const Spec&, const AlignOptions&);
    std::unique_ptr<FittedKernel> (*load)(const ModelReader&);
};

constexpr KernelTraits kOnAlignedSlices = {.has_features = true,
                                           .level = "H",
                                           .uses_slices = true,
                                           .uses_hops = true,
                                           .uses_clusters = true,
                                           .uses_attributes = true};

const KernelMethod kKernels[] = {
    {{"dhgak", "inner product of cluster frequencies, summed over hops (the paper's)", {}},
     kOnAlignedSlices,
     make_dhgak,
     load_mean_of_slices},
    {{"dhgak-oa", "optimal assignment between aligned slices, summed over hops", {}},
     kOnAlignedSlices,
     make_dhgak_oa,
     load_assignment_of_slices},
    {{"dgak", "dhgak without hops: one slice a node, all nodes within H + b (ablation)", {}},
     {.has_features = true, .uses_slices = true, .uses_clusters = true, .uses_attributes = true},
     make_dgak,
     load_mean_of_slices},
    {{"dhw",
      "exp(-lambda W1) of the graphs' slices, summed over hops; may be indefinite (ablation)",
      {{"lambda", "auto", "decay with distance; auto: 1 / the hop's mean distance"},
       {"time_limit", "0", "seconds before it gives up, looked at between pairs; 0: none"}}},
     {.is_semidefinite = false,
      .level = "H",
      .uses_slices = true,
      .uses_hops = true,
      .uses_attributes = true},
     make_dhw,
     load_dhw},
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
    const KernelMethod& method = find_kernel(spec);
    return method.make(with_defaults(spec, method.info), options);
}

std::unique_ptr<FittedKernel> load_kernel(std::string_view name, const ModelReader& reader) {
    return find_kernel({.name = std::string(name), .options = {}}).load(reader);
}

const KernelTraits& traits_of(const Spec& spec) { return find_kernel(spec).traits; }

std::vector<MethodInfo> list_kernels() {
    std::vector<MethodInfo> infos;
    for (const KernelMethod& method : kKernels) infos.push_back(method.info);
    return infos;
}

}  // namespace dhgak
