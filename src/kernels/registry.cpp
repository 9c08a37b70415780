// SPDX-License-Identifier: MIT
#include "kernels/registry.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <type_traits>
#include <variant>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "kernel/repair.h"
#include "kernels/colors/color_kernels.h"
#include "kernels/filtration/filtration_kernels.h"
#include "kernels/gradual/gradual_kernels.h"
#include "kernels/paths/path_kernels.h"
#include "kernels/slices/slice_kernels.h"
#include "kernels/spectral/spectral_kernels.h"
#include "kernels/tangents/tangent_kernels.h"
#include "kernels/transport/transport_kernels.h"
#include "kernels/walks/walk_kernels.h"
#include "settings/settings.h"
#include "settings/texts.h"

namespace dhgak {
namespace {

// Beside its own options a kernel may need the seed, or the options of the slices it compares.
using MakeKernel =
    std::variant<std::unique_ptr<Kernel> (*)(const Spec&),
                 std::unique_ptr<Kernel> (*)(const Spec&, std::uint64_t),
                 std::unique_ptr<Kernel> (*)(const Spec&, const AlignOptions&, const KernelSetup&)>;

struct KernelMethod {
    MethodInfo info;
    KernelTraits traits;
    MakeKernel make;
    std::unique_ptr<FittedKernel> (*load)(const ModelReader&);

    // Changes the traits to what a spec, with all defaults, asks for.
    void (*narrow)(const Spec&, KernelTraits&) = nullptr;
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
    "rounds", "5", "how often the labels are refined, 0 to 100", {}, "0 1 2 3 4 5 6 7 8 9 10"};
constexpr OptionInfo kFewerRounds = {
    kRounds.key, kRounds.fallback, kRounds.meaning, {}, "0 1 2 3 4 5 6 7"};
constexpr OptionInfo kEdges = {"edges", "no", "yes: edge labels, where there are any, count too"};
constexpr OptionInfo kRepair = {
    "repair", "none",
    "of negative eigenvalues: clip them to 0, or shift all by the smallest; none: warn"};

const std::vector<OptionInfo> kGradual = {
    {"rounds", "5", kRounds.meaning, {}, "0 1 2 3 4 5"},
    {"k", "4", "clusters that a colour splits into in one round, 2 to 1000", {}, "2 4 8 16"},
    {"starts", "10", "starts of k-means, 1 to 1000; the best counts"},
    kEdges};

void by_edges(const Spec& spec, KernelTraits& traits) {
    traits.uses_edge_labels = spec.get("edges", "") == "yes" && spec.get("rounds", "") != "0";
}

void by_nodes(const Spec& spec, KernelTraits& traits) {
    by_edges(spec, traits);
    const std::string nodes = spec.get("nodes", "");
    traits.uses_attributes = nodes == "attributes";
    traits.is_semidefinite = nodes == "labels" || spec.get("compat", "") == "package";
}

constexpr OptionInfo kTimeLimit = {"time_limit", "0", "seconds after which it gives up; 0: never"};

constexpr OptionInfo kBlocks = {
    "blocks",
    "3",
    "how often neighbours are summed and put through the layers, 0 to 100",
    {},
    "1 3"};
constexpr OptionInfo kFewerBlocks = {
    kBlocks.key,
    kBlocks.fallback,
    "how often neighbours are summed and put through the layers, 0 to 4",
    {},
    "1 3"};
constexpr OptionInfo kLayers = {
    "layers", "2", "layers of rectified units in a block, 1 to 10", {}, "1 2 3"};
constexpr OptionInfo kScale = {"scale",
                               "uniform",
                               "degree: the mean of the neighbours instead of their sum",
                               {},
                               "uniform degree"};
constexpr OptionInfo kJumps = {"jumps", "yes", "no: only the last block is read out"};

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
       kTimeLimit,
       kRepair}},
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
     {.has_features = true, .uses_edge_labels = true, .needs_edges = true},
     make_edge_histogram,
     load_edge_histogram},
    {{"sp",
      "pairs of nodes with equal labels and distance (shortest paths, Borgwardt and Kriegel 2005)",
      {{"pairs", "ordered",
        "ordered: (u, v) and (v, u) both count, as in GraKeL; unordered: each pair of nodes once, "
        "whether its labels are equal or not"}}},
     {.has_features = true, .needs_edges = true},
     make_sp,
     load_sp},
    {{"wl",
      "inner product of the counts of Weisfeiler-Leman colours, summed over rounds "
      "(Shervashidze et al. 2011)",
      {kRounds, kEdges}},
     kOnColors,
     make_wl,
     load_wl,
     by_edges},
    {{"wl-oa",
      "optimal assignment between nodes by Weisfeiler-Leman colours (Kriege et al. 2016)",
      {kFewerRounds, kEdges}},
     kOnColors,
     make_wl_oa,
     load_wl_oa,
     by_edges},
    {{"gwl",
      "inner product of the counts of colours that are refined slowly, by clusters of "
      "neighbourhoods (Bause and Kriege 2022)",
      kGradual},
     kOnColors,
     make_gwl,
     load_gwl,
     by_edges},
    {{"gwl-oa", "optimal assignment between nodes by the colours of gwl", kGradual},
     kOnColors,
     make_gwl_oa,
     load_gwl_oa,
     by_edges},
    {{"gawl",
      "edges between aligned nodes, by Weisfeiler-Leman colours (Nikolentzos and Vazirgiannis "
      "2023)",
      {{"rounds", "4", kRounds.meaning, {}, "1 2 3 4"}, kEdges}},
     {.has_features = true, .level = "rounds", .uses_edge_labels = true, .needs_edges = true},
     make_gawl,
     load_gawl,
     by_edges},
    {{"pm",
      "nodes at the same place of the space of leading eigenvectors, in a pyramid of cells "
      "(Nikolentzos et al. 2017)",
      {{"L",
        "4",
        "levels of the pyramid, 1 to 10; the finest has 2^(L-1) cells an axis",
        {},
        "2 4 6"},
       {"d", "6", "eigenvectors, 1 to 100", {}, "4 6 8 10"},
       {"labels", "yes", "no: nodes of different labels match too"},
       {"compat", "none",
        "grakel: weights of levels, axes of small graphs and missing axes as GraKeL has them"},
       kTimeLimit}},
     {.has_features = true},
     make_pm,
     load_pm},
    {{"wwl",
      "similar: nodes need not be moved far to become the other's, by Weisfeiler-Leman colours or "
      "attributes (Togninalli et al. 2019)",
      {{"rounds", "3", kRounds.meaning, {}, "0 1 2 3 4 5 6 7"},
       kEdges,
       {"nodes", "labels",
        "attributes: by the numbers at nodes, exact transport, slow; degrees: the same with the "
        "number of neighbours"},
       {"lambda",
        "auto",
        "how fast similarity falls with distance; auto: 1, with compat=package 1 / training graphs",
        {},
        "0.0001 0.001 0.01 0.1 1 10"},
       {"compat", "none",
        "package: the Laplacian kernel of rows of distances, as the wwl package computes"},
       kTimeLimit,
       kRepair}},
     {.level = "rounds", .uses_edge_labels = true, .uses_attributes = true},
     make_wwl,
     load_wwl,
     by_nodes},
    {{"fwl",
      "wl on graphs that lose their edges step by step, colours compared by when they appear "
      "(Schulz et al. 2022)",
      {{"rounds", "5", kRounds.meaning},
       {"thresholds", "3", "steps in which edges go, 1 to 100", {}, "1 2 3"},
       {"gamma",
        "1",
        "how much it matters when a colour appears; 0: not at all",
        {},
        "0.000244140625 0.00390625 0.03125 0.125 0.5 1 2 8 32 256 4096"},
       kEdges}},
     {.level = "rounds", .uses_edge_labels = true},
     make_fwl,
     load_fwl,
     by_edges},
    {{"retgk",
      "nodes by how soon random walks return to them, graphs by their mean (Zhang et al. 2018)",
      {{"steps", "50", "steps of a walk, 1 to 1000"},
       {"features", "0",
        "random features of a graph, up to 1000000: time grows with the number of graphs, not its "
        "square, values come close; 0: exact"},
       {"node_features", "200", "random features of a node, 2 to 100000; for features above 0"},
       {"attributes", "no", "yes: the numbers at nodes count as well as labels; exact only"},
       kTimeLimit}},
     {.uses_attributes = true},
     make_retgk,
     load_retgk,
     [](const Spec& spec, KernelTraits& traits) {
         traits.has_features = spec.get("features", "") != "0";
         traits.uses_attributes = spec.get("attributes", "") == "yes";
     }},
    {{"gntk",
      "how alike infinitely wide graph neural networks would learn from two graphs (Du et al. "
      "2019)",
      {kBlocks, kLayers, kScale, kJumps, kTimeLimit}},
     {.level = "blocks"},
     make_gntk,
     load_gntk},
    {{"graphqntk",
      "gntk with attention between the nodes of a graph (Tang and Yan 2022); slow",
      {kFewerBlocks,
       kLayers,
       kScale,
       kJumps,
       {"compat", "none",
        "package: correlations doubled and cut at 1, as the public code has them"},
       kTimeLimit,
       kRepair}},
     {.level = "blocks"},
     make_graphqntk,
     load_gntk,
     [](const Spec& spec, KernelTraits& traits) {
         traits.is_semidefinite = spec.get("compat", "") == "none";
     }},
};

// Options of slices are those of a run: `--H 3`, not `dhgak:H=3`.
void require_no_slice_options(const Spec& spec) {
    const auto found = std::ranges::find(kKernels, spec.name, [](const KernelMethod& method) {
        return std::string_view(method.info.name);
    });
    if (found == std::end(kKernels) || !found->traits.uses_slices) return;
    for (const auto& [key, value] : spec.options) {
        const SettingInfo* setting = find_setting(key);
        if (setting && is_of_slices(*setting))
            throw ConfigError(fmt::format("{}: {} is an option of slices; give --{} {}", spec.name,
                                          key, flag_of(*setting), value));
    }
}

const KernelMethod& find_kernel(const Spec& spec) {
    require_no_slice_options(spec);
    std::vector<const MethodInfo*> infos;
    for (const KernelMethod& method : kKernels) infos.push_back(&method.info);
    const MethodInfo& found = find_method("kernel", spec, infos);
    return *std::ranges::find_if(
        kKernels, [&](const KernelMethod& method) { return &method.info == &found; });
}

std::unique_ptr<Kernel> make_by(const MakeKernel& make, const Spec& spec,
                                const AlignOptions& options, const KernelSetup& setup) {
    return std::visit(
        [&](const auto& function) {
            if constexpr (std::is_invocable_v<decltype(function), const Spec&>)
                return function(spec);
            else if constexpr (std::is_invocable_v<decltype(function), const Spec&, std::uint64_t>)
                return function(spec, setup.seed);
            else
                return function(spec, options, setup);
        },
        make);
}

}  // namespace

std::unique_ptr<Kernel> make_kernel(const Spec& spec, const AlignOptions& options,
                                    const KernelSetup& setup) {
    const KernelMethod& method = find_kernel(spec);
    const Spec whole = with_defaults(spec, method.info);
    std::unique_ptr<Kernel> kernel = make_by(method.make, whole, options, setup);
    if (!takes_option(spec, "repair")) return kernel;
    return with_repair(std::move(kernel), whole, traits_of(spec).is_semidefinite);
}

std::unique_ptr<FittedKernel> load_kernel(std::string_view name, const ModelReader& reader) {
    return load_repaired(find_kernel({.name = std::string(name), .options = {}}).load(reader),
                         reader);
}

std::vector<Spec> published_grid(const Spec& spec) {
    std::vector<Spec> grid = {spec};
    for (const OptionInfo& option : find_kernel(spec).info.options) {
        if (option.tried.empty() || spec.has(option.key)) continue;
        std::vector<Spec> finer;
        for (const Spec& coarse : grid)
            for (const std::string_view value : parts_of(option.tried, ' ')) {
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
    if (method.narrow) method.narrow(with_defaults(spec, method.info), traits);
    return traits;
}

bool takes_option(const Spec& spec, std::string_view key) {
    return std::ranges::any_of(find_kernel(spec).info.options,
                               [&](const OptionInfo& option) { return option.key == key; });
}

std::vector<MethodInfo> list_kernels() {
    std::vector<MethodInfo> infos;
    for (const KernelMethod& method : kKernels) infos.push_back(method.info);
    return infos;
}

}  // namespace dhgak
