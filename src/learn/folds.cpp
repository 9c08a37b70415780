// SPDX-License-Identifier: MIT
#include "dhgak/learn/folds.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/core/random.h"

namespace dhgak {

std::vector<std::uint32_t> stratified_folds(std::span<const std::uint32_t> classes,
                                            std::size_t num_folds, std::uint64_t seed) {
    if (num_folds < 1) throw ConfigError("there are 0 folds; there must be at least 1");
    Random random(seed);
    std::vector<std::uint32_t> fold_order(num_folds);
    std::iota(fold_order.begin(), fold_order.end(), 0U);
    random.shuffle(fold_order);

    std::vector<std::size_t> members(classes.size());
    std::iota(members.begin(), members.end(), std::size_t{0});
    random.shuffle(members);
    std::ranges::stable_sort(members, {}, [&](std::size_t member) { return classes[member]; });

    // Dealt like cards, without starting again for the next class: sizes stay even overall too.
    std::vector<std::uint32_t> folds(classes.size());
    for (std::size_t i = 0; i < members.size(); ++i) folds[members[i]] = fold_order[i % num_folds];
    return folds;
}

Split split_at(std::span<const std::uint32_t> folds, std::uint32_t fold) {
    Split split;
    for (std::size_t i = 0; i < folds.size(); ++i)
        (folds[i] == fold ? split.test : split.train).push_back(i);
    return split;
}

}  // namespace dhgak
