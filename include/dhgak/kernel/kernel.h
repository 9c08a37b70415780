// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "dhgak/core/method.h"
#include "dhgak/core/spec.h"
#include "dhgak/core/stopwatch.h"
#include "dhgak/embed/embedder.h"
#include "dhgak/graph/dataset.h"
#include "dhgak/kernel/gram.h"
#include "dhgak/kernel/sparse_matrix.h"
#include "dhgak/slice/slices.h"

namespace dhgak {

// Everything a kernel on aligned slices depends on. A kernel that has no slices ignores it. How the
// defaults were chosen: docs/results.md.
struct AlignOptions {
    SliceOptions slices;
    float alpha = 0.6f;  // decay of the previous hop, Eq. 1
    EmbedOptions embed;
    std::vector<Spec> cluster = {{.name = "kmeans", .options = {}}};  // the set Psi
    double cluster_factor = 2;  // clusters per graph, where a method does not say itself
    int T = 3;                  // experiments of each method
    int first_hop = 0;          // the sum over hops starts here: 0 (Alg. 2) or 1 (Eq. 7)
    std::uint64_t seed = 0;
};

// Throws ConfigError, naming the option and what it accepts.
void validate(const AlignOptions& options);

// Compares graphs.
class Kernel {
public:
    virtual ~Kernel() = default;

    // The kernel of all pairs of graphs, normalised to a unit diagonal. Positive
    // semi-definite unless the registry says otherwise. Time goes to the stages
    // slice, embed, align and kernel of `times`.
    virtual GramMatrix gram(const Dataset& dataset, StageTimes& times) const = 0;

    // The explicit feature map: one row per graph, of unit length, whose inner products are the
    // kernel. Throws ConfigError if the kernel has none.
    virtual SparseMatrix features(const Dataset& dataset, StageTimes& times) const = 0;
};

// `dhgak`, `dhgak-oa`, `dgak`, `dhw:lambda=1`; kernels on slices take the rest from `options`.
// Throws ConfigError for an unknown name or option.
std::unique_ptr<Kernel> make_kernel(const Spec& spec, const AlignOptions& options);

std::vector<MethodInfo> list_kernels();

// Which of AlignOptions matter to a kernel.
struct KernelNeeds {
    bool slices = true;    // any of them
    bool hops = true;      // alpha; without, H and b only by their sum
    bool clusters = true;  // the clustering methods, their factor and T
};

// Throws ConfigError for an unknown name.
KernelNeeds needs_of(const Spec& kernel);

}  // namespace dhgak
