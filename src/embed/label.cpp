// SPDX-License-Identifier: MIT
#include <memory>

#include "embed/label_vectors.h"
#include "embed/methods.h"

namespace dhgak {
namespace {

// One-hot: a slice is its label counts (the paper's ablation HGAK-label, not cut at 250 tokens).
class LabelEmbedder : public Embedder {
public:
    FittedEmbedding fit(const Slices& slices, std::uint64_t) const override {
        return fit_label_vectors({.names = slices.dataset->label_names, .by_hop = {}}, slices,
                                 bag_slices(slices));
    }

    bool hops_stand_alone() const override { return true; }
};

}  // namespace

std::unique_ptr<Embedder> make_label(const Spec&) { return std::make_unique<LabelEmbedder>(); }

}  // namespace dhgak
