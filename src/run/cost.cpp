// SPDX-License-Identifier: MIT
#include "run/cost.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <vector>

#include <unistd.h>

#include <fmt/format.h>

#include "align/cluster_cost.h"
#include "dhgak/core/error.h"
#include "dhgak/core/log.h"
#include "dhgak/core/parallel.h"
#include "dhgak/core/stopwatch.h"
#include "dhgak/learn/learner.h"
#include "kernels/registry.h"
#include "methods/embedders.h"
#include "run/codebook.h"

namespace dhgak {
namespace {

constexpr double kLongSeconds = 600;
constexpr double kLongSecondsOfPairs = 60;  // a small file can take them, which nobody expects
constexpr double kMiB = 1 << 20;
constexpr double kGiB = 1 << 30;

// Measured on one core; see docs/performance.md.
constexpr double kSecondsPerSlice = 1e-6;       // cut, embedded, put into a cluster
constexpr double kSecondsPerNearPair = 1.5e-8;  // of nodes, found while slices are cut
constexpr double kSecondsPerGramPair = 2e-8;    // of graphs, a hop and an experiment
constexpr double kSecondsPerSvmPair = 3e-7;     // of graphs, a fold of a kernel SVM
constexpr double kSecondsPerEntry = 2.5e-7;     // of features, a fold of a linear SVM
constexpr double kBytesPerSvmPair = 20;         // of graphs
constexpr double kBytesPerFoldPair = 5;  // of graphs, for each inner fold that is trained at a time
constexpr double kBytesPerEntry = 14;    // counts and rows of the linear SVM
constexpr double kBytesPerCount = 16;    // as rows, and as columns while pairs are added up
constexpr double kBytesPerNumber = 8;
constexpr double kBytesPerNode = 80;  // of a graph in memory

// One piece of work and how to make it cheaper.
struct Item {
    std::string what;
    std::string remedy;
    double bytes = 0;
    double cpu_seconds = 0;
    bool is_of_pairs = false;  // of a graph's nodes: one large graph is worked on by one core
};

double columns_of(const Spec& nlm) { return static_cast<double>(vector_length(nlm)); }

// Of each node, by hop and round of refined labels.
double num_slices(const RunOptions& options) {
    return (options.kernel.align.slices.H + 1.0) *
           static_cast<double>(options.kernel.align.refine.size());
}

// Vectors and accumulated points of each slice, and where each node stands.
double bytes_per_codebook_node(const RunOptions& options) {
    return num_slices(options) * (2 * 4 * columns_of(options.kernel.align.nlm) + 16);
}

Item cluster_item(const Spec& method, const RunOptions& options, double nodes, double graphs) {
    const double slices = num_slices(options), T = options.kernel.align.T;
    // There are no more clusters than slices of a hop, whatever the factor.
    const double k =
        std::clamp(options.kernel.align.cluster_factor * graphs, 1.0, std::max(1.0, nodes));
    const ClusterCost cost = cost_of_clustering(method);
    Item item = {.what = fmt::format("the clusters of {}", method.name),
                 .remedy = fmt::format("--codebook-graphs with fewer graphs or {}", cost.remedy)};
    const double work = slices * nodes * cost.seconds;
    switch (cost.growth) {
        case ClusterGrowth::points_and_root:
            item.bytes = slices * T * k * 4 * columns_of(options.kernel.align.nlm);
            item.cpu_seconds = work * T * std::min(k, 40 * std::sqrt(k));
            break;
        case ClusterGrowth::points_and_clusters:
            item.what += ", whose time grows with the square of the codebook";
            item.cpu_seconds = work * T * k;
            break;
        case ClusterGrowth::pairs_of_points:
            item.what += ", whose time can grow with the square of the codebook";
            item.cpu_seconds = work * nodes;
            break;
    }
    return item;
}

// What makes the feature map smaller.
std::string features_remedy(const Run& run, std::size_t folds) {
    std::string remedy = run.traits.uses_clusters   ? "a smaller --T or --H"
                         : run.traits.level.empty() ? "fewer graphs"
                                                    : fmt::format("fewer {}", run.traits.level);
    if (folds != kNoFolds) remedy += ", or a smaller --folds";
    return remedy;
}

std::vector<Item> items_of(const Run& run, const GraphSizes& size, std::size_t num_folds) {
    const RunOptions& options = run.options;
    const auto graphs = static_cast<double>(size.graphs), nodes = static_cast<double>(size.nodes);
    const auto folds = static_cast<double>(std::max<std::size_t>(num_folds, 1));
    std::vector<Item> items = {
        {.what = "the graphs", .remedy = "fewer graphs", .bytes = kBytesPerNode * nodes}};
    const double fits = options.folds.inductive ? folds : 1;
    const FitSizes fit = run.kernel->fit_sizes(size);
    if (fit.others > 0)
        items.push_back(
            {.what = fmt::format("what {} compares graphs by", options.kernel.method.name),
             .remedy = run.traits.level.empty()
                           ? "fewer graphs"
                           : fmt::format("fewer {} or graphs", run.traits.level),
             .bytes = kBytesPerNumber * fit.others});
    if (fit.seconds > 0)
        items.push_back(
            {.what = fmt::format("pairs of nodes of graphs with up to {} nodes", size.largest),
             .remedy = "leaving large graphs out, or a kernel like wl",
             .cpu_seconds = fits * fit.seconds,
             .is_of_pairs = true});
    const SliceOptions& slices = options.kernel.align.slices;
    if (run.traits.uses_slices && slices.H + slices.b >= 2)
        items.push_back(
            {.what = fmt::format("pairs of nodes within two hops, in graphs with up to {} nodes",
                                 size.largest),
             .remedy = "--H 1 --b 0",
             .cpu_seconds = fits * size.near_pairs * kSecondsPerNearPair,
             .is_of_pairs = true});
    if (run.traits.uses_clusters) {
        const std::size_t chosen = codebook_size(*run.kernel, options, size.graphs, size.nodes);
        const auto for_graphs = static_cast<double>(cluster_graphs(options, size.graphs, chosen));
        const double codebook = nodes * static_cast<double>(chosen) / std::max(graphs, 1.0);
        items.push_back({.what = "the vectors of the slices",
                         .remedy = "--codebook-graphs with fewer graphs, or a smaller --H",
                         .bytes = codebook * bytes_per_codebook_node(options),
                         .cpu_seconds = fits * fit.counts * kSecondsPerSlice});
        for (const Spec& method : options.kernel.align.cluster) {
            items.push_back(cluster_item(method, options, codebook, for_graphs));
            items.back().cpu_seconds *= fits;
        }
    }
    const bool is_linear =
        learns_from_features(options.learn.learner, size.graphs,
                             run.traits.has_features ? static_cast<std::size_t>(fit.features) : 0);
    if (is_linear || (run.traits.has_features && num_folds == kNoFolds))
        items.push_back({.what = is_linear ? "the features and the linear SVM"
                                           : "the features that a model's weights belong to",
                         .remedy = features_remedy(run, num_folds),
                         .bytes = kBytesPerEntry * fit.features,
                         .cpu_seconds = is_linear ? folds * fit.features * kSecondsPerEntry : 0});
    if (!is_linear)
        items.push_back(
            {.what = "the similarities of all pairs of graphs",
             .remedy = run.traits.has_features ? "--learner linear" : "fewer graphs",
             .bytes = (kBytesPerSvmPair +
                       kBytesPerFoldPair *
                           std::min(folds * static_cast<double>(options.learn.inner_folds),
                                    static_cast<double>(num_threads()))) *
                          graphs * graphs +
                      kBytesPerCount * fit.counts,
             .cpu_seconds = graphs * graphs *
                            (fit.counts / std::max(nodes, 1.0) * kSecondsPerGramPair +
                             folds * kSecondsPerSvmPair)});
    return items;
}

std::string text_of_seconds(double seconds) {
    return seconds < 7200 ? fmt::format("{:.0f} minutes", std::ceil(seconds / 60))
                          : fmt::format("{:.0f} hours", std::ceil(seconds / 3600));
}

std::string text_of_bytes(double bytes) {
    return bytes < kGiB ? fmt::format("{:.0f} MiB", std::ceil(bytes / kMiB))
                        : fmt::format("{:.1f} GiB", bytes / kGiB);
}

double machine_bytes() {
    return static_cast<double>(sysconf(_SC_PHYS_PAGES)) *
           static_cast<double>(sysconf(_SC_PAGE_SIZE));
}

}  // namespace

Cost cost_of(const Run& run, const GraphSizes& graphs, std::size_t folds) {
    Cost cost;
    const std::vector<Item> items = items_of(run, graphs, folds);
    for (const Item& item : items) {
        cost.bytes += item.bytes;
        cost.seconds +=
            item.cpu_seconds / (item.is_of_pairs ? 1.0 : static_cast<double>(num_threads()));
        if (item.is_of_pairs) cost.pair_seconds += item.cpu_seconds;
    }
    const auto text = [](const Item& item) {
        return fmt::format("most of it for {}; {} makes it less", item.what, item.remedy);
    };
    cost.most_bytes = text(*std::ranges::max_element(items, {}, &Item::bytes));
    cost.most_seconds = text(*std::ranges::max_element(items, {}, &Item::cpu_seconds));
    return cost;
}

std::size_t codebook_nodes_within(const RunOptions& options, double bytes) {
    return static_cast<std::size_t>(bytes / bytes_per_codebook_node(options));
}

void require_memory(const Run& run, const GraphSizes& graphs, std::size_t folds) {
    if (run.options.resources.memory == 0) return;
    const auto limit = static_cast<double>(run.options.resources.memory);
    const Cost cost = cost_of(run, graphs, folds);
    if (cost.bytes > limit)
        throw ConfigError(fmt::format("this run can take {}, and memory allows {}: {}",
                                      text_of_bytes(cost.bytes), text_of_bytes(limit),
                                      cost.most_bytes));
}

void check_cost(const Run& run, const GraphSizes& graphs, std::size_t folds) {
    require_memory(run, graphs, folds);
    const Cost cost = cost_of(run, graphs, folds);
    if (run.options.resources.memory == 0 && cost.bytes > machine_bytes() / 2)
        log_warning(fmt::format("this run can take {} of {} of memory, {}",
                                text_of_bytes(cost.bytes), text_of_bytes(machine_bytes()),
                                cost.most_bytes));
    if (cost.seconds > kLongSeconds || cost.pair_seconds > kLongSecondsOfPairs)
        log_warning(fmt::format("this run can take {}, {}", text_of_seconds(cost.seconds),
                                cost.most_seconds));
}

void keep_within_memory(const RunOptions& options) {
    if (options.resources.memory == 0 || peak_bytes() <= options.resources.memory) return;
    throw Error(fmt::format("{} are in use, and memory allows {}; use {}, or allow more",
                            text_of_bytes(static_cast<double>(peak_bytes())),
                            text_of_bytes(static_cast<double>(options.resources.memory)),
                            traits_of(options.kernel.method).uses_clusters
                                ? "fewer --codebook-graphs, a smaller --T or --H"
                                : "fewer graphs"));
}

}  // namespace dhgak
