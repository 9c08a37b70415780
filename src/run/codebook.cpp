// SPDX-License-Identifier: MIT
#include "run/codebook.h"

#include <algorithm>
#include <cmath>

#include "core/random.h"
#include "dhgak/core/progress.h"
#include "dhgak/learn/folds.h"
#include "run/cost.h"

namespace dhgak {
namespace {

// The codebook is chosen by these classes; a plain fit where it is all of the dataset.
FittedOnCodebook fit_in_memory(const Kernel& kernel, const Dataset& dataset,
                               std::span<const std::uint32_t> classes, const RunOptions& options,
                               const FitContext& context) {
    const std::size_t size =
        codebook_size(kernel, options, dataset.num_graphs(), dataset.num_nodes());
    if (size == dataset.num_graphs())
        return {.kernel = kernel.fit(dataset, context), .codebook = {.graphs = size, .rest = 0}};
    return fit_on_codebook(kernel, subset(dataset, codebook_graphs(classes, size, options)),
                           blocks_of(dataset), dataset.num_graphs(), options, context);
}

}  // namespace

std::size_t codebook_size(const Kernel& kernel, const RunOptions& options, std::size_t num_graphs,
                          std::size_t num_nodes) {
    if (!kernel.learns_codebook()) return num_graphs;
    if (options.kernel.codebook_graphs > 0)
        return std::min(options.kernel.codebook_graphs, num_graphs);
    std::size_t most_nodes = kCodebookNodes;
    if (options.resources.memory > 0)  // half of it is left for the features of all graphs
        most_nodes = std::min(
            most_nodes,
            codebook_nodes_within(options, 0.5 * static_cast<double>(options.resources.memory)));
    const double share =
        static_cast<double>(most_nodes) / static_cast<double>(std::max(num_nodes, std::size_t{1}));
    const auto by_nodes =
        static_cast<std::size_t>(std::ceil(share * static_cast<double>(num_graphs)));
    return std::max<std::size_t>(std::min({num_graphs, kCodebookGraphs, by_nodes}), 1);
}

std::size_t cluster_graphs(const RunOptions& options, std::size_t num_graphs,
                           std::size_t codebook_size) {
    if (options.kernel.codebook_graphs == 0) return codebook_size;
    return std::max(codebook_size, std::min(num_graphs, kCodebookGraphs));
}

std::vector<std::size_t> codebook_graphs(std::span<const std::uint32_t> classes, std::size_t size,
                                         const RunOptions& options) {
    return stratified_sample(classes, size, derive_seed(options.seed, {size}));
}

FittedOnCodebook fit_on_codebook(const Kernel& kernel, const Dataset& codebook,
                                 const GraphBlocks& graphs, std::size_t num_graphs,
                                 const RunOptions& options, const FitContext& context) {
    FitContext counted = context;
    counted.cluster_graphs = cluster_graphs(options, num_graphs, codebook.num_graphs());
    const std::unique_ptr<FittedKernel> learned = kernel.fit(codebook, counted);
    FittedOnCodebook result = {
        .kernel = nullptr,
        .codebook = {.graphs = codebook.num_graphs(), .rest = num_graphs - codebook.num_graphs()}};
    context.times.measure("align", [&] {
        result.kernel = learned->with_training_graphs([&](const auto& use) {
            Progress progress("graphs into clusters", num_graphs);
            graphs([&](const Dataset& block) {
                keep_within_memory(options);
                use(block);
                progress.advance(block.num_graphs());
            });
        });
    });
    return result;
}

FittedOnCodebook fit_on_codebook(const Kernel& kernel, const Dataset& dataset,
                                 const RunOptions& options, const FitContext& context) {
    return fit_in_memory(kernel, dataset, dataset.targets.classes, options, context);
}

FittedOnCodebook fit_without_classes(const Kernel& kernel, const Dataset& dataset,
                                     const RunOptions& options, const FitContext& context) {
    const std::vector<std::uint32_t> one_class(dataset.num_graphs());
    return fit_in_memory(kernel, dataset, one_class, options, context);
}

}  // namespace dhgak
