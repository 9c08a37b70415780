// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "dhgak/graph/dataset.h"
#include "dhgak/graph/new_graphs.h"
#include "dhgak/io/model_file.h"
#include "embed/embedder.h"
#include "embed/hierarchy.h"

namespace dhgak {

// From graphs to points x_h(v), fitted: cuts slices, embeds them and accumulates the hops (Eq. 1).
// Immutable.
class PointModel {
public:
    // `model` may be missing where the training graphs have no nodes: then nothing is known, and
    // all graphs are as if they had no nodes.
    PointModel(const SliceOptions& slices, float alpha, std::shared_ptr<const SliceModel> model);

    // Reads what `save` wrote but for the language model, which is saved under `embed`.
    PointModel(const ModelReader& reader, std::shared_ptr<const SliceModel> model);

    const SliceOptions& slices() const { return slices_; }
    std::size_t num_hops() const { return static_cast<std::size_t>(slices_.H) + 1; }
    bool is_fitted() const { return model_ != nullptr; }
    std::size_t num_columns() const { return model_ ? model_->num_columns() : 0; }  // of points

    // One HopPoints per hop. The training graphs get the points they had, bit for bit.
    std::vector<HopPoints> points(const Dataset& graphs, NewGraphNotes& notes) const;

    void save(const ModelWriter& writer) const;

private:
    SliceOptions slices_;
    float alpha_ = 0;
    std::shared_ptr<const SliceModel> model_;
};

}  // namespace dhgak
