// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "dhgak/core/matrix.h"
#include "dhgak/core/method.h"
#include "dhgak/core/spec.h"
#include "dhgak/slice/slices.h"

namespace dhgak {

// One vector e_h(v) per slice of a hop: the sum of its tokens' vectors. Slices that are equal to
// the model share a row.
struct HopVectors {
    Matrix vectors;
    std::vector<std::uint32_t> vector_of_node;  // by node of the dataset
};

// A language model after training: it embeds slices of the same or of other datasets, as long as
// these share the label names of the one it was trained on.
class SliceModel {
public:
    virtual ~SliceModel() = default;

    // One HopVectors for each hop 0..H; all hops have the same number of columns.
    virtual std::vector<HopVectors> embed(const Slices& slices) const = 0;
};

struct FittedEmbedding {
    std::unique_ptr<SliceModel> model;
    std::vector<HopVectors> hops;  // of the slices it was fitted on
};

// Node attributes beside labels in every token of a slice.
enum class AttributeMode { off, mean, sum };

struct EmbedOptions {
    Spec nlm = {.name = "w2v", .options = {}};
    Spec attributes = {.name = "off", .options = {}};  // off, mean or sum; option weight
    std::uint64_t seed = 0;
};

// Reads slices as sentences and learns a vector for each token.
class Embedder {
public:
    virtual ~Embedder() = default;

    // The result depends on the slices and the seed only.
    virtual FittedEmbedding fit(const Slices& slices, std::uint64_t seed) const = 0;

    // Whether the vectors of hop h are the same for every H >= h, up to rounding, so that one fit
    // at the largest H serves the smaller ones.
    virtual bool hops_stand_alone() const { return false; }
};

// `w2v:size=32`, `label`; `attributes` is `off`, `mean` or `sum:weight=1`.
// Throws ConfigError for an unknown name or option.
std::unique_ptr<Embedder> make_embedder(const Spec& nlm, const Spec& attributes);

std::vector<MethodInfo> list_embedders();
std::vector<MethodInfo> list_attribute_modes();

}  // namespace dhgak
