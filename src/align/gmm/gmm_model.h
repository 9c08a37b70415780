// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "align/aligner.h"
#include "align/gmm/mixture.h"

namespace dhgak {

// Puts a point into the cluster of its most likely component.
class GmmModel final : public ClusterModel {
public:
    // Of equally likely components, the first counts; each has a cluster of its own.
    GmmModel(Mixture mixture, std::vector<std::int32_t> cluster_of_component);

    std::int32_t num_clusters() const override {
        return static_cast<std::int32_t>(cluster_of_component_.size());
    }
    std::size_t num_columns() const override { return mixture_.means.cols(); }
    std::vector<std::int32_t> assign(const Matrix& points) const override;
    void save(const ModelWriter& writer) const override;

    const Mixture& mixture() const { return mixture_; }
    const std::vector<std::int32_t>& cluster_of_component() const { return cluster_of_component_; }

private:
    Mixture mixture_;
    MixtureGroups groups_;
    std::vector<std::int32_t> cluster_of_component_;
};

}  // namespace dhgak
