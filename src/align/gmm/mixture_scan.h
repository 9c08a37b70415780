// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace dhgak {

// Normal distributions with diagonal covariance, laid out like RowGroups: component s is lane
// s % 16 of group s / 16, a group is stored dimension by dimension.
struct MixtureGroups {
    std::size_t dims = 0;
    std::size_t num_groups = 0;
    std::vector<float> means;       // by group, dimension and lane
    std::vector<float> precisions;  // half the inverse of each variance
    std::vector<float> offsets;     // by component: logarithm of its share and of its norm

    // `count` components, none of which any point belongs to yet.
    MixtureGroups(std::size_t count, std::size_t dimensions);

    std::size_t num_slots() const { return offsets.size(); }
    std::size_t at(std::size_t slot, std::size_t dim) const {
        return (slot / 16 * dims + dim) * 16 + slot % 16;
    }
};

// Sums over points of their shares in each component, and of these times the deviations from the
// component's mean and their squares; laid out like the groups.
struct MixtureSums {
    std::vector<float> shares, deviations, squares;
    double log_likelihood = 0;

    explicit MixtureSums(const MixtureGroups& groups)
        : shares(groups.num_slots()),
          deviations(groups.means.size()),
          squares(groups.means.size()) {}
};

// Finds the most likely component of each point in [begin, end); of equally likely ones the first;
// -1 where all densities vanish.
void scan_likeliest(const float* points, std::size_t begin, std::size_t end,
                    const MixtureGroups& groups, std::int32_t* slots);

// Adds the points in [begin, end) to the sums. Shares below 1e-9 count as none, and a
// point where all densities vanish has no share.
void scan_shares(const float* points, const float* weights, std::size_t begin, std::size_t end,
                 const MixtureGroups& groups, MixtureSums& sums);

}  // namespace dhgak
