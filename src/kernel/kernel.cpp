// SPDX-License-Identifier: MIT
#include "dhgak/kernel/kernel.h"

#include <utility>

#include "dhgak/core/error.h"

namespace dhgak {
namespace {

[[noreturn]] void refuse_features() {
    throw ConfigError(
        "this kernel has no explicit features; `dhgak list` shows the kernels that have");
}

}  // namespace

void FittedKernel::visit_features(const Dataset&, std::span<const int>,
                                  const FeatureVisitor&) const {
    refuse_features();
}

void FittedKernel::visit_feature_rows(const Dataset& others, std::span<const int> levels,
                                      const FeatureRowsVisitor& visit) const {
    visit_features(others, levels, [&](int level, const SparseMatrix& features) {
        visit(level, WholeFeatures(features));
    });
}

std::unique_ptr<FittedKernel> FittedKernel::with_training_graphs(const GraphBlocks&) const {
    throw ConfigError("this kernel learns from all graphs at once, not from a sample of them");
}

SparseMatrix FittedKernel::features(const Dataset&, NewGraphNotes&) const { refuse_features(); }

SparseMatrix FittedKernel::features(const Dataset& graphs) const {
    NewGraphNotes notes;
    return features(graphs, notes);
}

GramMatrix FittedKernel::gram() const {
    GramMatrix result;
    const int top = level();
    visit_grams({}, {&top, 1}, [&](int, GramMatrix& gram) { result = std::move(gram); });
    return result;
}

SparseMatrix FittedKernel::training_features() const {
    SparseMatrix result;
    const int top = level();
    visit_features({}, {&top, 1}, [&](int, const SparseMatrix& features) { result = features; });
    return result;
}

}  // namespace dhgak
