// SPDX-License-Identifier: MIT
#include "dhgak/learn/folds.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <map>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "core/random.h"
#include "dhgak/core/error.h"

namespace dhgak {

namespace {

// In an order of the seed, the strata one after the other.
std::vector<std::size_t> shuffle_by_stratum(std::span<const std::uint32_t> strata, Random& random) {
    std::vector<std::size_t> members(strata.size());
    std::iota(members.begin(), members.end(), std::size_t{0});
    random.shuffle(members);
    std::ranges::stable_sort(members, {}, [&](std::size_t member) { return strata[member]; });
    return members;
}

}  // namespace

std::vector<std::uint32_t> stratified_folds(std::span<const std::uint32_t> strata,
                                            std::size_t num_folds, std::uint64_t seed) {
    if (num_folds < 1) throw ConfigError("there are 0 folds; there must be at least 1");
    Random random(seed);
    std::vector<std::uint32_t> fold_order(num_folds);
    std::iota(fold_order.begin(), fold_order.end(), 0U);
    random.shuffle(fold_order);

    const std::vector<std::size_t> members = shuffle_by_stratum(strata, random);
    // Dealt like cards, without starting again for the next stratum: sizes stay even overall too.
    std::vector<std::uint32_t> folds(strata.size());
    for (std::size_t i = 0; i < members.size(); ++i) folds[members[i]] = fold_order[i % num_folds];
    return folds;
}

std::vector<std::uint32_t> stratified_group_folds(std::span<const std::uint32_t> strata,
                                                  std::span<const std::uint32_t> groups,
                                                  std::size_t num_folds, std::uint64_t seed) {
    if (num_folds < 1) throw ConfigError("there are 0 folds; there must be at least 1");
    assert(groups.size() == strata.size());
    std::map<std::uint32_t, std::vector<std::size_t>> members_of;
    for (std::size_t i = 0; i < groups.size(); ++i) members_of[groups[i]].push_back(i);
    std::vector<std::vector<std::size_t>> order;
    order.reserve(members_of.size());
    for (auto& [group, members] : members_of) order.push_back(std::move(members));
    Random random(seed);
    random.shuffle(order);
    std::ranges::stable_sort(order, std::greater(), [](const auto& group) { return group.size(); });
    std::vector<std::uint32_t> fold_order(num_folds);
    std::iota(fold_order.begin(), fold_order.end(), 0U);
    random.shuffle(fold_order);

    std::map<std::uint32_t, double> stratum_sizes;
    for (const std::uint32_t c : strata) stratum_sizes[c] += 1;
    std::map<std::uint32_t, std::vector<double>> shares;  // of a stratum's members, by fold
    for (const auto& [c, size] : stratum_sizes) shares[c].resize(num_folds);
    std::vector<std::size_t> sizes(num_folds);
    std::vector<std::uint32_t> folds(strata.size());
    for (const std::vector<std::size_t>& group : order) {
        // What the sum of squared shares grows by depends on the fold by this product alone.
        std::vector<double> crowd(num_folds);
        for (const std::size_t i : group)
            for (std::size_t f = 0; f < num_folds; ++f)
                crowd[f] += shares[strata[i]][f] / stratum_sizes[strata[i]];
        const std::uint32_t fold = *std::ranges::min_element(
            fold_order, {}, [&](std::uint32_t f) { return std::pair(crowd[f], sizes[f]); });
        for (const std::size_t i : group) {
            folds[i] = fold;
            shares[strata[i]][fold] += 1 / stratum_sizes[strata[i]];
        }
        sizes[fold] += group.size();
    }
    return folds;
}

std::vector<std::size_t> stratified_sample(std::span<const std::uint32_t> strata, std::size_t size,
                                           std::uint64_t seed) {
    Random random(seed);
    const std::vector<std::size_t> members = shuffle_by_stratum(strata, random);
    size = std::min(size, members.size());
    // Evenly spaced in the order of strata: no stratum gets more than its share, rounded.
    std::vector<std::size_t> sample;
    for (std::size_t i = 0; i < size; ++i) sample.push_back(members[i * members.size() / size]);
    std::ranges::sort(sample);
    return sample;
}

Split split_at(std::span<const std::uint32_t> folds, std::uint32_t fold) {
    Split split;
    for (std::size_t i = 0; i < folds.size(); ++i)
        (folds[i] == fold ? split.test : split.train).push_back(i);
    return split;
}

Split renumbered(Split split, std::span<const std::size_t> numbers) {
    for (std::size_t& member : split.train) member = numbers[member];
    for (std::size_t& member : split.test) member = numbers[member];
    return split;
}

}  // namespace dhgak
