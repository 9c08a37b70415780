// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <ranges>

namespace dhgak {

// Calls visit(value, count) for each value of a sorted list and how often it stands there.
template <std::ranges::forward_range List, class Visit>
void for_each_run(const List& sorted, const Visit& visit) {
    for (auto run = sorted.begin(); run != sorted.end();) {
        const auto run_end = std::upper_bound(run, sorted.end(), *run);
        visit(*run, static_cast<std::size_t>(run_end - run));
        run = run_end;
    }
}

}  // namespace dhgak
