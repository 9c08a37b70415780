// SPDX-License-Identifier: MIT
#include "align/gmm/gmm_model.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "align/distinct_points.h"
#include "align/methods.h"

namespace dhgak {
namespace {

std::vector<std::int32_t> in_order(std::size_t size) {
    std::vector<std::int32_t> numbers(size);
    std::iota(numbers.begin(), numbers.end(), 0);
    return numbers;
}

// The least that a fit gives: half of one over it is a float.
constexpr float kSmallestVariance = 0x1p-120F;

}  // namespace

GmmModel::GmmModel(Mixture mixture, std::vector<std::int32_t> cluster_of_component)
    : mixture_(std::move(mixture)),
      groups_(lay_out(mixture_, in_order(mixture_.means.rows()))),
      cluster_of_component_(std::move(cluster_of_component)) {}

std::vector<std::int32_t> GmmModel::assign(const Matrix& points) const {
    require_assignable(points, num_columns());
    if (cluster_of_component_.empty() || points.rows() == 0)
        return std::vector<std::int32_t>(points.rows(), kNoCluster);
    std::vector<std::int32_t> clusters = likeliest_slots(points, groups_);
    for (std::int32_t& cluster : clusters)
        cluster = cluster_of_component_[static_cast<std::size_t>(cluster)];
    return clusters;
}

void GmmModel::save(const ModelWriter& writer) const {
    writer.add("means", mixture_.means);
    writer.add("variances", mixture_.variances);
    writer.add("log_shares", mixture_.log_shares);
    writer.add("clusters", cluster_of_component_);
}

std::shared_ptr<const ClusterModel> load_gmm(const ModelReader& reader) {
    Mixture mixture = {.means = reader.matrix("means"),
                       .variances = reader.matrix("variances"),
                       .log_shares = reader.floats("log_shares")};
    const std::size_t size = mixture.means.rows();
    reader.require(
        mixture.variances.rows() == size && mixture.variances.cols() == mixture.means.cols(),
        "variances", "they are not of the shape of the means");
    reader.require(std::ranges::all_of(mixture.means.values(),
                                       [](float x) { return std::abs(x) <= kLargestCoordinate; }),
                   "means", "the numbers are too large");
    reader.require(std::ranges::all_of(mixture.variances.values(),
                                       [](float value) { return value >= kSmallestVariance; }),
                   "variances", "all must be positive, and one over them finite");
    reader.require(
        std::ranges::all_of(mixture.log_shares, [](float value) { return value <= 1e-3F; }),
        "log_shares", "a share is larger than 1");
    reader.require(mixture.log_shares.size() == size, "log_shares",
                   "one number for each component is expected");
    std::vector<std::int32_t> clusters =
        reader.integers("clusters", 0, static_cast<std::int32_t>(size) - 1);
    reader.require(clusters.size() == size, "clusters",
                   "one number for each component is expected");
    return std::make_shared<GmmModel>(std::move(mixture), std::move(clusters));
}

}  // namespace dhgak
