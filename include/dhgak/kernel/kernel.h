// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "dhgak/core/method.h"
#include "dhgak/core/spec.h"
#include "dhgak/core/stopwatch.h"
#include "dhgak/graph/blocks.h"
#include "dhgak/graph/dataset.h"
#include "dhgak/graph/new_graphs.h"
#include "dhgak/graph/sizes.h"
#include "dhgak/io/model_file.h"
#include "dhgak/kernel/feature_guide.h"
#include "dhgak/kernel/fit_context.h"
#include "dhgak/matrix/feature_rows.h"
#include "dhgak/matrix/gram.h"
#include "dhgak/matrix/sparse_matrix.h"

namespace dhgak {

// A kernel that has learned from its training graphs what it compares graphs by. Immutable; all
// functions may be called from several threads.
//
// Its values are normalised: K(G, G) = 1, also for a new graph, whose length counts what meets
// nothing in the training graphs. A graph that has nothing to compare has a row of zeros: one
// without nodes, and one without edges where KernelTraits::needs_edges.
//
// A kernel of level L (hops 0..L, rounds 0..L) that was fitted hands out the kernels of all levels
// up to L, each as if it had been fitted alone (gntk up to rounding).
class FittedKernel {
public:
    using GramVisitor = std::function<void(int level, GramMatrix& gram)>;  // may move from it
    using FeatureVisitor = std::function<void(int level, const SparseMatrix& features)>;
    using FeatureRowsVisitor = std::function<void(int level, const FeatureRows& features)>;

    virtual ~FittedKernel() = default;

    virtual int level() const { return 0; }
    virtual std::size_t num_training_graphs() const = 0;

    // Columns of the feature map at a level, and entries of the training graphs', to see what they
    // would take; 0 without a feature map.
    virtual std::size_t num_features([[maybe_unused]] int level) const { return 0; }
    virtual std::size_t num_feature_entries([[maybe_unused]] int level) const { return 0; }

    // By level: what the training graphs are compared by, like the clusters of all experiments.
    virtual std::vector<std::size_t> num_columns() const { return {}; }

    // Calls `visit` with the Gram matrix of each of the levels, which ascend, none twice: rows are
    // the training graphs, then `others`. Values between two of the others may be left 0.
    // Throws ConfigError if the training graphs are not there, as in most models from a file.
    virtual void visit_grams(const Dataset& others, std::span<const int> levels,
                             const GramVisitor& visit) const = 0;

    // Visits levels with the explicit feature map. Throws ConfigError if there is none.
    virtual void visit_features(const Dataset& others, std::span<const int> levels,
                                const FeatureVisitor& visit) const;

    // Visits the feature map block by block, so that the feature map of many graphs need not be in
    // memory. As it is here, there is one block; kernels on counts have many.
    virtual void visit_feature_rows(const Dataset& others, std::span<const int> levels,
                                    const FeatureRowsVisitor& visit) const;

    // This kernel with other training graphs: what it compares graphs by stays as it was learned,
    // and the feature map is that of these graphs. Their counts are kept, not the graphs.
    // Throws ConfigError if the kernel cannot do without comparing all training graphs.
    virtual std::unique_ptr<FittedKernel> with_training_graphs(const GraphBlocks& graphs) const;

    // The feature map of any graphs: one row per graph, of unit length but for what meets nothing
    // in the training graphs. Training graphs have the rows they had, bit for bit. What is unusual
    // about the graphs is added to `notes`. Throws ConfigError if there is no feature map.
    virtual SparseMatrix features(const Dataset& graphs, NewGraphNotes& notes) const;
    SparseMatrix features(const Dataset& graphs) const;

    // The kernel between each of the graphs (rows) and the training graphs (columns).
    virtual CrossGram against_training(const Dataset& graphs, NewGraphNotes& notes) const = 0;

    // What the features stand for; null for a kernel without explicit features. Lives as long as
    // the kernel.
    virtual const FeatureGuide* feature_guide() const { return nullptr; }

    // Everything that `load_kernel` needs to apply the kernel to new graphs.
    virtual void save(const ModelWriter& writer) const = 0;

    // Of the training graphs.
    GramMatrix gram() const;
    SparseMatrix training_features() const;
};

// About how much a fit makes, in numbers.
struct FitSizes {
    double counts = 0;    // entries of what it counts in the training graphs
    double features = 0;  // entries of their feature map, where there is one
    double others = 0;    // at most, beside these and a Gram matrix: all distances, for example
    double seconds = 0;   // at most, of one core, where it works on pairs of a graph's nodes
};

// A way to compare graphs, with all its options; it has not seen a graph yet.
class Kernel {
public:
    virtual ~Kernel() = default;

    // Learns from the graphs. The result depends on them and on the options only.
    virtual std::unique_ptr<FittedKernel> fit(const Dataset& graphs,
                                              const FitContext& context) const = 0;

    // The level of this kernel, and the text of all its other options: kernels of one family are
    // levels of each other. A kernel without levels is a family of its own.
    virtual int level() const { return 0; }
    virtual std::string family() const = 0;

    // Memory and time are judged by it before the work. As it is here: each node counts once in
    // each level.
    virtual FitSizes fit_sizes(const GraphSizes& graphs) const {
        const double entries = static_cast<double>(graphs.nodes) * (level() + 1.0);
        return {.counts = entries, .features = entries};
    }

    // Whether what it compares graphs by may be learned from a sample of them, like clusters, and
    // is not simply all that the graphs have, like colours.
    virtual bool learns_codebook() const { return false; }

    // What decides results beside options and graphs, see Embedder::identity; empty for most.
    virtual std::string identity() const { return {}; }

    // What a fit shares through a FitCache with fits of other kernels on the same graphs, the most
    // general first: fits next to each other in the order of these texts share most.
    virtual std::vector<std::string> shared_parts() const { return {}; }
};

// What a kernel can do, as its registry says.
struct KernelTraits {
    bool has_features = false;    // an explicit feature map
    bool is_semidefinite = true;  // no Gram matrix has a negative eigenvalue
    std::string_view level = {};  // what its level is called; empty: it has none
    bool uses_slices = false;     // options of slices and language models matter
    bool uses_hops = false;       // alpha matters; without, H and b matter by their sum only
    bool uses_clusters = false;   // clustering methods, their factor and T matter
    bool uses_edge_labels = false;
    bool uses_attributes = false;
    bool needs_edges = false;  // a graph without has a row of zeros
};

}  // namespace dhgak
