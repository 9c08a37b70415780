// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "dhgak/graph/blocks.h"
#include "dhgak/graph/dataset.h"
#include "dhgak/kernel/kernel.h"
#include "dhgak/run/options.h"
#include "dhgak/run/report.h"

namespace dhgak {

// Without a word of the user, vectors and clusters are learned from all graphs up to so many of
// them and so many nodes (docs/performance.md).
inline constexpr std::size_t kCodebookGraphs = 20000;
inline constexpr std::size_t kCodebookNodes = 1000000;

// How many of so many graphs the codebook is learned from: all, where the kernel has none.
std::size_t codebook_size(const Kernel& kernel, const RunOptions& options, std::size_t num_graphs,
                          std::size_t num_nodes);

// For how many graphs a codebook has clusters. A sample that the user asks for has as many as all
// graphs would have: fewer cost accuracy, a smaller sample hardly any (docs/performance.md). One
// that is to save time or memory has those of its own.
std::size_t cluster_graphs(const RunOptions& options, std::size_t num_graphs,
                           std::size_t codebook_size);

// The graphs of the codebook, ascending: a choice by the seed in which each class has its share.
std::vector<std::size_t> codebook_graphs(std::span<const std::uint32_t> classes, std::size_t size,
                                         const RunOptions& options);

struct FittedOnCodebook {
    std::shared_ptr<const FittedKernel> kernel;
    Codebook codebook;
};

// Learns from the codebook's graphs and applies what was learned to all graphs, which hold those of
// the codebook; `num_graphs` is their number. Throws Error if that takes more memory than allowed.
FittedOnCodebook fit_on_codebook(const Kernel& kernel, const Dataset& codebook,
                                 const GraphBlocks& graphs, std::size_t num_graphs,
                                 const RunOptions& options, const FitContext& context);

// A fit on the codebook of a dataset in memory; a plain fit where the codebook is all of it.
FittedOnCodebook fit_on_codebook(const Kernel& kernel, const Dataset& dataset,
                                 const RunOptions& options, const FitContext& context);

// A fit where classes play no part: the codebook is drawn from all graphs alike.
FittedOnCodebook fit_without_classes(const Kernel& kernel, const Dataset& dataset,
                                     const RunOptions& options, const FitContext& context);

}  // namespace dhgak
