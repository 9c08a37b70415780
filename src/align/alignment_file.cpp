// SPDX-License-Identifier: MIT
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "align/alignment.h"

namespace dhgak {
namespace {

constexpr std::int64_t kMostExperiments = 1'000'000;

ModelWriter place_of(const ModelWriter& writer, std::size_t hop, std::size_t experiment) {
    return writer.at(fmt::format("hop{}", hop)).at(fmt::format("{}", experiment));
}

ModelReader place_of(const ModelReader& reader, std::size_t hop, std::size_t experiment) {
    return reader.at(fmt::format("hop{}", hop)).at(fmt::format("{}", experiment));
}

}  // namespace

void SliceAlignment::save(const ModelWriter& writer) const {
    points_.save(writer);
    const ModelWriter align = writer.at("align");
    for (std::size_t h = 0; h < hops_.size(); ++h) {
        align.at(fmt::format("hop{}", h)).set("experiments", hops_[h].size());
        for (std::size_t k = 0; k < hops_[h].size(); ++k) {
            const ModelWriter place = place_of(align, h, k);
            place.set("method", hops_[h][k].method);
            place.set("weight", static_cast<double>(hops_[h][k].weight));
            hops_[h][k].clusters->save(place);
        }
    }
}

SliceAlignment::SliceAlignment(PointModel points, const ModelReader& reader)
    : points_(std::move(points)), hops_(points_.num_hops()) {
    const ModelReader align = reader.at("align");
    for (std::size_t h = 0; h < hops_.size(); ++h) {
        const auto experiments =
            align.at(fmt::format("hop{}", h)).integer("experiments", 0, kMostExperiments);
        align.require(points_.is_fitted() || experiments == 0, fmt::format("hop{}.experiments", h),
                      "nothing is clustered where nothing was fitted");
        for (std::size_t k = 0; k < static_cast<std::size_t>(experiments); ++k) {
            const ModelReader place = place_of(align, h, k);
            const std::string method = place.text("method");
            const double weight = place.number("weight");
            place.require(weight >= 1 && weight <= kMostExperiments, "weight",
                          "it must be the number of experiments that it stands for");
            std::shared_ptr<const ClusterModel> clusters = load_cluster_model(method, place);
            place.require(clusters->num_columns() == points_.num_columns(), "method",
                          fmt::format("it clusters points of {} columns, but those here have {}",
                                      clusters->num_columns(), points_.num_columns()));
            hops_[h].push_back({.method = method,
                                .weight = static_cast<float>(weight),
                                .clusters = std::move(clusters)});
        }
    }
}

}  // namespace dhgak
