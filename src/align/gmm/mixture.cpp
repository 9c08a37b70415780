// SPDX-License-Identifier: MIT
#include "align/gmm/mixture.h"

#include <cmath>
#include <limits>
#include <numbers>

#include "dhgak/core/parallel.h"

namespace dhgak {
namespace {

constexpr std::size_t kRowsPerBlock = 1024;

std::int32_t likeliest_in_double(std::span<const float> point, const MixtureGroups& groups) {
    double most = -std::numeric_limits<double>::infinity();
    std::size_t best = 0;
    for (std::size_t slot = 0; slot < groups.num_slots(); ++slot) {
        auto density = static_cast<double>(groups.offsets[slot]);
        for (std::size_t j = 0; j < groups.dims; ++j) {
            const std::size_t at = groups.at(slot, j);
            const double deviation =
                static_cast<double>(point[j]) - static_cast<double>(groups.means[at]);
            density -= deviation * deviation * static_cast<double>(groups.precisions[at]);
        }
        if (density > most) {
            most = density;
            best = slot;
        }
    }
    return static_cast<std::int32_t>(best);
}

}  // namespace

MixtureGroups lay_out(const Mixture& mixture, std::span<const std::int32_t> component_of_slot) {
    const std::size_t dims = mixture.means.cols();
    MixtureGroups groups(component_of_slot.size(), dims);
    for (std::size_t s = 0; s < component_of_slot.size(); ++s) {
        if (component_of_slot[s] < 0) continue;
        const auto component = static_cast<std::size_t>(component_of_slot[s]);
        double offset = static_cast<double>(mixture.log_shares[component]);
        for (std::size_t j = 0; j < dims; ++j) {
            const auto variance = static_cast<double>(mixture.variances(component, j));
            groups.means[groups.at(s, j)] = mixture.means(component, j);
            groups.precisions[groups.at(s, j)] = static_cast<float>(0.5 / variance);
            offset -= 0.5 * std::log(2 * std::numbers::pi * variance);
        }
        groups.offsets[s] = static_cast<float>(offset);
    }
    return groups;
}

std::vector<std::int32_t> likeliest_slots(const Matrix& points, const MixtureGroups& groups) {
    std::vector<std::int32_t> slots(points.rows());
    parallel_blocks(points.rows(), kRowsPerBlock, [&](std::size_t begin, std::size_t end) {
        scan_likeliest(points.values().data(), begin, end, groups, slots.data());
        for (std::size_t i = begin; i < end; ++i)
            if (slots[i] < 0) slots[i] = likeliest_in_double(points.row(i), groups);
    });
    return slots;
}

}  // namespace dhgak
