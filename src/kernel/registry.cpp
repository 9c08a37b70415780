// SPDX-License-Identifier: MIT
#include "dhgak/kernel/registry.h"

#include <algorithm>
#include <ranges>

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

constexpr KernelTraits kOnColors = {
    .has_features = true, .level = "rounds", .uses_edge_labels = true};

constexpr OptionInfo kRounds = {
    "rounds", "5", "of refinement after the labels, 0 to 100", {}, "0 1 2 3 4 5 6 7 8 9 10"};
constexpr OptionInfo kFewerRounds = {
    kRounds.key, kRounds.fallback, kRounds.meaning, {}, "0 1 2 3 4 5 6 7"};
constexpr OptionInfo kEdges = {"edges", "no", "yes: edge labels, where there are any, count too"};

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
    {{"vertex-histogram", "inner product of the counts of node labels", {}},
     {.has_features = true},
     make_vertex_histogram,
     load_wl},
    {{"edge-histogram",
      "inner product of the counts of edge labels; by the labels of both ends where there are none",
      {}},
     {.has_features = true, .uses_edge_labels = true},
     make_edge_histogram,
     load_edge_histogram},
    {{"sp",
      "pairs of nodes with equal labels and distance (shortest paths, Borgwardt and Kriegel 2005)",
      {{"pairs", "ordered",
        "unordered: a pair of equal labels weighs no more than one of different labels"}}},
     {.has_features = true},
     make_sp,
     load_sp},
    {{"wl",
      "inner product of the counts of Weisfeiler-Leman colours, summed over rounds "
      "(Shervashidze et al. 2011)",
      {kRounds, kEdges}},
     kOnColors,
     make_wl,
     load_wl},
    {{"wl-oa",
      "optimal assignment between nodes by Weisfeiler-Leman colours (Kriege et al. 2016)",
      {kFewerRounds, kEdges}},
     kOnColors,
     make_wl_oa,
     load_wl_oa},
};

// What a spec asks for is part of what it can do.
bool reads_edge_labels(const Spec& spec, const KernelMethod& method) {
    const bool may_choose = std::ranges::count(method.info.options, "edges", &OptionInfo::key) > 0;
    return method.traits.uses_edge_labels && (!may_choose || spec.get("edges", "no") == "yes");
}

std::vector<std::string_view> split_at_blanks(std::string_view text) {
    std::vector<std::string_view> words;
    for (const auto word : std::views::split(text, ' '))
        words.emplace_back(word.begin(), word.end());
    return words;
}

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

std::vector<Spec> published_grid(const Spec& spec) {
    std::vector<Spec> grid = {spec};
    for (const OptionInfo& option : find_kernel(spec).info.options) {
        if (option.tried.empty() || spec.has(option.key)) continue;
        std::vector<Spec> finer;
        for (const Spec& coarse : grid)
            for (const std::string_view value : split_at_blanks(option.tried)) {
                finer.push_back(coarse);
                finer.back().set(option.key, value);
            }
        grid = std::move(finer);
    }
    return grid;
}

KernelTraits traits_of(const Spec& spec) {
    const KernelMethod& method = find_kernel(spec);
    KernelTraits traits = method.traits;
    traits.uses_edge_labels = reads_edge_labels(spec, method);
    return traits;
}

std::vector<MethodInfo> list_kernels() {
    std::vector<MethodInfo> infos;
    for (const KernelMethod& method : kKernels) infos.push_back(method.info);
    return infos;
}

}  // namespace dhgak
