// SPDX-License-Identifier: MIT
#include "embed/point_model.h"

#include <utility>

#include "slice/rings.h"

namespace dhgak {

PointModel::PointModel(const SliceOptions& slices, float alpha,
                       std::shared_ptr<const SliceModel> model)
    : slices_(slices), alpha_(alpha), model_(std::move(model)) {}

PointModel::PointModel(const ModelReader& reader, std::shared_ptr<const SliceModel> model)
    : model_(std::move(model)) {
    const ModelReader slices = reader.at("slices");
    slices_ = {
        .H = static_cast<int>(slices.integer("H", 0, kMostHops)),
        .b = static_cast<int>(slices.integer("b", 0, kMostHops)),
        .short_hops = slices.flag("repeat_short_hops") ? ShortHops::repeat : ShortHops::empty,
        .hop0 = slices.flag("label_at_hop0") ? FirstSlice::label : FirstSlice::slice};
    alpha_ = static_cast<float>(slices.number("alpha", 0, 1));
    slices.require(!model_ || num_hops() <= model_->most_hops().value_or(num_hops()), "H",
                   "there are vectors for fewer hops");
}

std::vector<HopPoints> PointModel::points(const Dataset& graphs, NewGraphNotes& notes) const {
    notes.graphs += graphs.num_graphs();
    notes.nodes += graphs.num_nodes();
    notes.has_read_labels = true;
    for (std::size_t g = 0; g < graphs.num_graphs(); ++g)
        notes.empty_graphs += graphs.node_offsets[g] == graphs.node_offsets[g + 1];
    if (graphs.num_nodes() == 0 || !model_) return std::vector<HopPoints>(num_hops());
    return accumulate_hops(model_->embed(cut_slices(graphs, slices_), notes), alpha_);
}

void PointModel::save(const ModelWriter& writer) const {
    const ModelWriter slices = writer.at("slices");
    slices.set("H", static_cast<std::int64_t>(slices_.H));
    slices.set("b", static_cast<std::int64_t>(slices_.b));
    slices.set("repeat_short_hops", repeats_hops(slices_));
    slices.set("label_at_hop0", slices_.hop0 == FirstSlice::label);
    slices.set("alpha", static_cast<double>(alpha_));
    slices.set("fitted", model_ != nullptr);
    if (model_) model_->save(writer.at("embed"));
}

}  // namespace dhgak
