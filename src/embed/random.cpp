// SPDX-License-Identifier: MIT
#include <memory>
#include <utility>

#include "core/random.h"
#include "embed/label_vectors.h"
#include "embed/methods.h"

namespace dhgak {
namespace {

// Label vectors drawn at random, which know nothing of the data: the baseline that a language model
// must beat to have learned something.
class RandomEmbedder : public Embedder {
public:
    explicit RandomEmbedder(std::size_t size) : size_(size) {}

    FittedEmbedding fit(const Slices& slices, std::uint64_t seed) const override {
        LabelVectors labels = {.names = slices.dataset->label_names, .by_hop = {}};
        Matrix& vectors = labels.by_hop.emplace_back(labels.names.size(), size_);
        Random random(seed);
        for (float& value : vectors.values()) value = static_cast<float>(2 * random.uniform() - 1);
        return fit_label_vectors(std::move(labels), slices, bag_slices(slices));
    }

    bool hops_stand_alone() const override { return true; }

private:
    std::size_t size_;
};

}  // namespace

std::unique_ptr<Embedder> make_random(const Spec& spec) {
    return std::make_unique<RandomEmbedder>(spec.get_count("size", 1, 4096));
}

}  // namespace dhgak
