// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "dhgak/core/matrix.h"
#include "dhgak/graph/new_graphs.h"
#include "dhgak/io/model_file.h"
#include "dhgak/slice/slices.h"

namespace dhgak {

// One vector e_h(v) per slice of a hop: the sum of its tokens' vectors. Slices that are equal to
// the model share a row.
struct HopVectors {
    Matrix vectors;
    std::vector<std::uint32_t> vector_of_node;  // by node of the dataset
};

// A language model after training: it embeds slices of the same or of other datasets, whose labels
// it knows by their names. Immutable.
class SliceModel {
public:
    virtual ~SliceModel() = default;

    // One HopVectors for each hop 0..H; all hops have the same number of columns. The slices it was
    // fitted on get the vectors they had, bit for bit. Labels and attributes that training did not
    // have are counted in `notes`.
    virtual std::vector<HopVectors> embed(const Slices& slices, NewGraphNotes& notes) const = 0;
    std::vector<HopVectors> embed(const Slices& slices) const;

    // Of its vectors, and so of the points that clusterings get.
    virtual std::size_t num_columns() const = 0;

    // How many hops it can embed, where it learned vectors for each by itself.
    virtual std::optional<std::size_t> most_hops() const { return {}; }

    // Everything that load_slice_model needs.
    virtual void save(const ModelWriter& writer) const = 0;
};

struct FittedEmbedding {
    std::shared_ptr<const SliceModel> model;
    std::vector<HopVectors> hops;  // of the slices it was fitted on
};

// Reads slices as sentences and learns a vector for each token.
class Embedder {
public:
    virtual ~Embedder() = default;

    // The result depends on the slices and the seed only.
    virtual FittedEmbedding fit(const Slices& slices, std::uint64_t seed) const = 0;

    // Whether the vectors of hop h are the same bits for every H >= h, so that one fit at the
    // largest H serves the smaller ones.
    virtual bool hops_stand_alone() const { return false; }

    // What decides its vectors beside its options and the slices, as the options of a Spec are
    // written: `weights=CHECKSUM,precision=float32,device=cpu`; empty for most.
    virtual std::string identity() const { return {}; }

    // Where its vectors are made, cpu or cuda: they are best clustered there.
    virtual std::string device() const { return "cpu"; }
};

}  // namespace dhgak
