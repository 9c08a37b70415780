// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "dhgak/core/matrix.h"
#include "embed/embedder.h"
#include "slice/bags.h"

namespace dhgak {

// A vector g_h(l) for each label of the dataset that was learned from.
struct LabelVectors {
    std::vector<std::string> names;  // of the labels
    std::vector<Matrix> by_hop;      // one row per label; a single matrix serves every hop, and
                                     // without any each label is a unit vector of its own

    std::size_t cols() const { return by_hop.empty() ? names.size() : by_hop.front().cols(); }
};

// The kind that `save` writes and load_label_vectors reads.
inline constexpr const char* kLabelVectors = "label vectors";

// A model that knows labels only: e_h(v) is the sum over the slice of its labels' vectors, so it
// needs the bags and gives equal bags one row. Labels of other datasets are found by name; one that
// is not known counts as the mean of all vectors, or as zero where labels are unit vectors.
FittedEmbedding fit_label_vectors(LabelVectors labels, const Slices& slices,
                                  std::vector<HopBags> bags);

std::shared_ptr<const SliceModel> load_label_vectors(const ModelReader& reader);

}  // namespace dhgak
