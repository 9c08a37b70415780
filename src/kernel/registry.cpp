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
    {{"dhgak",
      "similar: the same share of slices in each cluster, hop by hop (the paper's kernel)",
      {}},
     kOnAlignedSlices,
     make_dhgak,
     load_mean_of_slices},
    {{"dhgak-oa",
      "similar: many slices can be paired, one to one, within clusters, hop by hop",
      {}},
     kOnAlignedSlices,
     make_dhgak_oa,
     load_assignment_of_slices},
    {{"dgak", "dhgak without hops: one slice for each node, all nodes within H + b of it", {}},
     {.has_features = true, .uses_slices = true, .uses_clusters = true, .uses_attributes = true},
     make_dgak,
     load_mean_of_slices},
    {{"dhw",
      "similar: slices need not be moved far to become the other's (Wasserstein); no clusters, "
      "slow",
      {{"lambda", "auto",
        "how fast similarity falls with distance; auto: 1 / the hop's mean distance"},
       {"time_limit", "0", "seconds after which it gives up; 0: never"}}},
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
