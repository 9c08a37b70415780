// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <functional>
#include <span>

#include "dhgak/matrix/gram.h"

namespace dhgak {

// Levels that ascend, none twice.
inline bool levels_ascend(std::span<const int> levels) {
    return std::ranges::adjacent_find(levels, std::greater_equal()) == levels.end();
}

// Calls add(sum, l) for l = 0, 1, ... and finish(level, sum) after each of the levels, which
// ascend. What `finish` changes does not show in later levels; the last one is not copied.
template <class Add, class Finish>
void visit_level_sums(GramMatrix sum, std::span<const int> levels, const Add& add,
                      const Finish& finish) {
    assert(levels_ascend(levels));
    std::size_t next = 0;
    for (const int level : levels) {
        for (; next <= static_cast<std::size_t>(level); ++next) add(sum, next);
        if (level == levels.back()) return finish(level, sum);
        GramMatrix copy = sum;
        finish(level, copy);
    }
}

}  // namespace dhgak
